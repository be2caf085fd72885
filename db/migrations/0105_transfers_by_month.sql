-- Transfers by the month that their ids count. The table as it stands becomes the first part, by its proved bound: nothing is
-- read or copied. Ids go on in the part of this month, so nothing is added to the first one. That a key stands once is kept by
-- transfer_keys, under the name that statements know.

-- Trigger of transfers: a key stands once, for all months and for ever.
create function keep_transfer_key() returns trigger
language plpgsql as $$
begin
  insert into transfer_keys (idempotency_key, transfer_id, input)
  values (new.idempotency_key, new.id, transfer_input(new.currency, new.amount, new.debit_player_id, new.debit_house,
    new.credit_player_id, new.credit_house, new.type, new.reference));
  return new;
end $$;

do $$
declare
  old oid;
  part text;
  bound bigint;
  is_empty boolean;
  month date;
  this_month date := date_trunc('month', now() at time zone 'UTC');
  month_part text;
  each record;
  statement text;
  later text[] := '{}';
begin
  lock table transfers in access exclusive mode;
  old := 'transfers'::regclass;
  is_empty := not exists (select from transfers);
  select conname, substring(pg_get_constraintdef(oid) from '(\d{6,})')::bigint, to_date(right(conname, 7), 'YYYY_MM')
  into strict part, bound, month
  from pg_constraint
  where conrelid = old and contype = 'c' and convalidated and starts_with(conname, 'transfers_to_');

  for each in
    select conname, pg_get_constraintdef(oid) as word from pg_constraint where conrelid = old and contype = 'c' and conname <> part
  loop
    -- A bound that some rows of before break is not proved of them, and stays so.
    later := later || format('alter table transfers add constraint %I %s', each.conname, each.word);
  end loop;
  for each in
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition, c.conname,
      pg_get_constraintdef(c.oid) as word
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = old and c.contype in ('p', 'u')
    where i.indrelid = old
  loop
    if each.conname is distinct from 'transfers_idempotency_key' then
      later := later || case when each.conname is null then each.definition
        else format('alter table transfers add constraint %I %s', each.conname, each.word) end;
    end if;
    execute format('alter index %s rename to %I', each.name, replace(each.name, 'transfers', part));
  end loop;
  for each in
    select a.privilege_type as right, a.grantee::regrole::text as grantee
    from pg_class c, aclexplode(c.relacl) a where c.oid = old and a.grantee <> c.relowner and a.grantee <> 0
  loop
    later := later || format('grant %s on transfers to %s', each.right, each.grantee);
  end loop;

  drop trigger transfers_keys on transfers;
  alter table transfers alter column id drop identity;
  execute format('alter table transfers rename to %I', part);
  execute format('alter table %I set schema months', part);
  execute format('create table transfers (like months.%I including defaults) partition by range (id)', part);
  alter table transfers alter column id add generated always as identity;
  foreach statement in array later loop
    execute statement;
  end loop;
  execute format('alter table transfers attach partition months.%I for values from (minvalue) to (%L)', part, bound);
  if is_empty then
    execute format('alter table months.%I drop constraint %I', part, part || '_idempotency_key');
  end if;
  alter table transfer_keys rename constraint transfer_keys_pkey to transfers_idempotency_key;
  perform setval(pg_get_serial_sequence('transfers', 'id'), first_number_of(this_month) - 1);

  create table months.transfers_other partition of transfers default;
  create trigger transfers_append_only before update or delete or truncate on transfers
    for each statement execute function refuse_ledger_change();
  create trigger transfers_keys before insert on transfers for each row execute function keep_transfer_key();
  perform guard_month_part('transfers', 'transfers_other');
  while month <= this_month + interval '3 months' loop
    month_part := 'transfers' || to_char(month, '_YYYY_MM');
    execute format('create table months.%I partition of transfers for values from (%L) to (%L)', month_part,
      first_number_of(month), first_number_of((month + interval '1 month')::date));
    perform guard_month_part('transfers', month_part);
    month := month + interval '1 month';
  end loop;
end $$;

drop function keep_first_transfer_key();
