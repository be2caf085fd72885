-- As before, by the moment at which an event came. Parted by it, a table cannot keep ids unique of itself: a narrow one does, for
-- all months and for ever, filled by a trigger, so that processes of the version before keep them too.
create table payment_event_ids (
  event_id text primary key,
  received_at timestamptz not null,
  -- The payment that it credited: what proves that once the event itself is in an archive. No foreign key: payments stay.
  credited_payment_id uuid
);
create trigger payment_event_ids_append_only before delete or truncate on payment_event_ids
  for each statement execute function refuse_change();

-- Trigger of payment_events: what came before is left out, as by a unique key.
create function keep_payment_event_id() returns trigger
language plpgsql as $$
begin
  insert into payment_event_ids (event_id, received_at, credited_payment_id)
  values (new.event_id, new.received_at, case when new.effect = 'credited' then new.payment_id end)
  on conflict do nothing;
  return case when found then new end;
end $$;

do $$
declare
  ends date := date_trunc('month', now() at time zone 'UTC') + interval '2 months';
begin
  execute format('alter table payment_events add constraint %I check (received_at < %L) not valid',
    'payment_events' || to_char(ends - 1, '_"to"_YYYY_MM'), to_char(ends, 'YYYY-MM-DD"T00:00:00Z"'));
end $$;
create trigger payment_events_ids before insert on payment_events
  for each row execute function keep_payment_event_id();
