-- Outside a transaction: in batches, so that an event that comes again never waits for all of them.
do $$
declare
  last text := '';
  next text;
begin
  loop
    select max(event_id) into next
    from (select event_id from payment_events where event_id > last order by event_id limit 10000) batch;
    exit when next is null;
    insert into payment_event_ids (event_id, received_at, credited_payment_id)
    select event_id, received_at, case when effect = 'credited' then payment_id end from payment_events
    where event_id > last and event_id <= next
    on conflict (event_id) do update
      set received_at = excluded.received_at, credited_payment_id = excluded.credited_payment_id;
    last := next;
    commit;
  end loop;
end $$;
