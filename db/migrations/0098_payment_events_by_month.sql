-- What the card provider told by the month in which it came. The constraint that is asked by name when an event is kept goes on
-- under that name; that an id stands once is kept by payment_event_ids.
alter table payment_events rename constraint payment_events_once to payment_events_alone;
alter table payment_events add constraint payment_events_once unique using index payment_events_by_time;
select part_by_month('payment_events', 'received_at');
select add_month('payment_events', (date_trunc('month', now() at time zone 'UTC') + interval '1 month' * ahead)::date)
from generate_series(0, 3) as ahead;
create trigger payment_event_ids_stay before update on payment_event_ids
  for each statement execute function refuse_change();
