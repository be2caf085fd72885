-- Outside a transaction: in batches, so that a movement never waits for all of them.
do $$
declare
  last bigint := 0;
  next bigint;
begin
  loop
    select max(id) into next from (select id from transfers where id > last order by id limit 10000) batch;
    exit when next is null;
    insert into transfer_keys (idempotency_key, transfer_id, input)
    select idempotency_key, id, transfer_input(currency, amount, debit_player_id, debit_house, credit_player_id, credit_house,
      type, reference)
    from transfers where id > last and id <= next
    on conflict do nothing;
    last := next;
    commit;
  end loop;
end $$;
