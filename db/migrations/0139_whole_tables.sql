-- Tables that were parted by month become plain ones again, and months that were archived come back. Nothing is taken away here:
-- each table is copied beside the old one, which others go on reading and writing. Later migrations add what came meanwhile,
-- and put the copy in its place. What was archived was loaded before, in the same transaction, into months.archived_*
-- (server/platform/db/load-archives.ts).
set local timezone = 'UTC';

-- From here on no month leaves any more.
lock table archives in share row exclusive mode;
create trigger archives_end before insert or update or delete on archives for each statement execute function refuse_change();

create table if not exists months.archived_transfers (like transfers);
create table if not exists months.archived_attempt_readings (like attempt_readings);
create table if not exists months.archived_payment_events (like payment_events);
create table if not exists months.archived_admin_changes (like admin_changes);

do $$
declare
  each record;
  loaded bigint;
  fault text;
begin
  for each in select table_name, sum(row_count) as rows from archives where state = 'dropped' group by table_name loop
    execute format('select count(*) from months.%I', 'archived_' || each.table_name) into loaded;
    if loaded <> each.rows then
      raise exception 'archived rows of % were not loaded: % of %. Start FinalRing, or run "finalring migrate"',
        each.table_name, loaded, each.rows;
    end if;
  end loop;

  -- What was carried forward has to be what came back, and with it every balance the sum of its entries.
  with both_sides as (
    select currency, type, debit_house, credit_house, amount, 1 as transfers from months.archived_transfers
    union all
    select f.currency, f.type, f.debit_house, f.credit_house, -f.amount, -f.transfers
    from carried_months m cross join lateral jsonb_to_recordset(m.flows)
      as f (currency currency, type transfer_type, debit_house house_account, credit_house house_account, amount bigint,
        transfers bigint)
  )
  select format('%s %s from %s to %s differ by %s in %s transfers', currency, type, coalesce(debit_house::text, 'players'),
    coalesce(credit_house::text, 'players'), sum(amount), sum(transfers)) into fault
  from both_sides group by currency, type, debit_house, credit_house having sum(amount) <> 0 or sum(transfers) <> 0
  limit 1;
  if fault is not null then
    raise exception 'archived transfers are not what was carried forward: %', fault;
  end if;
  with entries as (
    select player_id, currency, sum(amount) as total
    from (
      select credit_player_id as player_id, currency, amount from transfers where credit_player_id is not null
      union all select debit_player_id, currency, -amount from transfers where debit_player_id is not null
      union all select credit_player_id, currency, amount from months.archived_transfers where credit_player_id is not null
      union all select debit_player_id, currency, -amount from months.archived_transfers where debit_player_id is not null
    ) entry
    group by 1, 2
  )
  select format('player %s has %s %s, and entries of %s', player_id, balance, currency, coalesce(total, 0)) into fault
  from wallets full join entries using (player_id, currency)
  where balance is distinct from coalesce(total, 0)
  limit 1;
  if fault is not null then
    raise exception 'archived transfers do not fit the balances: %', fault;
  end if;
end $$;

-- Trigger of what is kept for a while: rows stay as they are for three months at least (docs/retention.md).
create function refuse_all_but_forgetting() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and (to_jsonb(old) ->> tg_argv[0])::timestamptz < now() - interval '3 months' then
    return old;
  end if;
  raise exception '% of % is refused: it is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- Rows of transactions from here on may be missing in the copies.
create table months.copied as select pg_snapshot_xmin(pg_current_snapshot())::xid as from_xid;

-- The copies have the names that they will have in `public`.
create table months.transfers (like public.transfers including defaults including identity);
insert into months.transfers overriding system value
select * from public.transfers union all select * from months.archived_transfers;
do $$
declare
  each record;
begin
  -- Only now: a bound that some rows of before break is not proved of them, and stays so.
  for each in
    select conname, pg_get_constraintdef(oid) as word from pg_constraint
    where conrelid = 'public.transfers'::regclass and contype = 'c' order by conname
  loop
    execute format('alter table months.transfers add constraint %I %s', each.conname, each.word);
  end loop;
end $$;
alter table months.transfers add constraint transfers_pkey primary key (id);
alter table months.transfers add constraint transfers_idempotency_key unique (idempotency_key);
create index transfers_debit_player on months.transfers (debit_player_id, id) where debit_player_id is not null;
create index transfers_credit_player on months.transfers (credit_player_id, id) where credit_player_id is not null;
create index transfers_debit_house on months.transfers (debit_house, currency) include (amount) where debit_house is not null;
create index transfers_credit_house on months.transfers (credit_house, currency) include (amount) where credit_house is not null;
create index transfers_by_date on months.transfers using brin (created_at) with (pages_per_range = 32);
create trigger transfers_append_only before update or delete or truncate on months.transfers
  for each statement execute function refuse_ledger_change();

create table months.attempt_readings (like public.attempt_readings including defaults including constraints);
insert into months.attempt_readings
select * from public.attempt_readings
union all
-- Readings that results rest on had stayed.
select * from months.archived_attempt_readings a
where not exists (select from public.attempt_readings r where r.attempt_id = a.attempt_id and r.number = a.number);
alter table months.attempt_readings add constraint attempt_readings_pkey primary key (attempt_id, number);
create index attempt_readings_recent on months.attempt_readings (taken_at);
create trigger attempt_readings_append_only before update or delete on months.attempt_readings
  for each row execute function refuse_all_but_forgetting('taken_at');
create trigger attempt_readings_not_emptied before truncate on months.attempt_readings
  for each statement execute function refuse_change();

create table months.payment_events (like public.payment_events including defaults including constraints);
insert into months.payment_events
select * from public.payment_events union all select * from months.archived_payment_events;
alter table months.payment_events add constraint payment_events_once primary key (event_id);
create index payment_events_payment on months.payment_events (payment_id, received_at);
create index payment_events_received on months.payment_events (received_at);
create trigger payment_events_append_only before update or delete on months.payment_events
  for each row execute function refuse_all_but_forgetting('received_at');
create trigger payment_events_not_emptied before truncate on months.payment_events
  for each statement execute function refuse_change();

create table months.admin_changes (like public.admin_changes including defaults including constraints);
insert into months.admin_changes
select * from public.admin_changes union all select * from months.archived_admin_changes;
alter table months.admin_changes add constraint admin_changes_pkey primary key (id);
create index admin_changes_actor on months.admin_changes (actor_id, id);
create index admin_changes_subject on months.admin_changes (subject, id);
create index admin_changes_words on months.admin_changes
  using gin (audit_words(action, subject, reason, before, after) gin_trgm_ops);
create index admin_changes_created on months.admin_changes (created_at);

analyze months.transfers, months.attempt_readings, months.payment_events, months.admin_changes;

-- Puts the copy in the place of its table, whose lock the caller has, with the rights and the views of it (outermost first).
create function months.take_place(p_table text, p_views text[]) returns void
language plpgsql as $$
declare
  each record;
  later text[] := '{}';
  statement text;
  view text;
begin
  for each in
    select c.relname, a.privilege_type, a.grantee::regrole::text as grantee from pg_class c, aclexplode(c.relacl) a
    where c.relname = any (p_views || p_table) and c.relnamespace = 'public'::regnamespace and a.grantee not in (c.relowner, 0)
  loop
    later := later || format('grant %s on %I to %s', each.privilege_type, each.relname, each.grantee);
  end loop;
  foreach view in array p_views loop
    continue when to_regclass(view) is null;
    -- On a new database it still names a month; db/functions has it anew.
    if pg_get_viewdef(view::regclass) !~ 'months\.' then
      later := format('create view %I as %s', view, pg_get_viewdef(view::regclass)) || later;
    end if;
    execute format('drop view %I', view);
  end loop;
  execute format('drop table %I', p_table);
  execute format('alter table months.%I set schema public', p_table);
  foreach statement in array later loop
    execute statement;
  end loop;
end $$;
