-- Tables partitioned by month.

-- The lowest id that `uuidv7()` could make at a moment.
create or replace function first_id_of(at timestamptz) returns uuid
language sql stable parallel safe as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- The first id of a month, for tables whose ids are (months since 2020-01) * 10^11 + n. JavaScript can represent them
-- exactly.
create or replace function first_number_of(month date) returns bigint
language sql immutable parallel safe as $$
  select ((extract(year from month)::bigint - 2020) * 12 + extract(month from month)::bigint - 1) * 100000000000
$$;

-- Trigger of a partition that is being archived.
create or replace function refuse_closed_month() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: that month is being archived', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;

-- Tries repeatedly and briefly to get a lock, so that nothing queues behind it for long; the transaction's work so far is
-- kept.
create or replace function lock_in_steps(p_table text) returns void
language plpgsql as $$
begin
  for tried in 1..40 loop
    begin
      -- Every eighth time for longer than the second after which PostgreSQL ends a vacuum of its own that is in the way.
      perform set_config('lock_timeout', case when tried % 8 = 0 then '1300' else '400' end, true);
      execute format('lock table %I in access exclusive mode', p_table);
      return;
    exception when lock_not_available or deadlock_detected then
      if tried = 40 then
        raise;
      end if;
      perform pg_sleep(1);
    end;
  end loop;
end $$;

-- Partitions of tables partitioned by month, each with the last month that it holds; the default partition has no month.
create or replace view month_parts as
select p.relname::text as table_name, c.relname::text as part,
  to_date(substring(c.relname from '\d{4}_\d{2}$'), 'YYYY_MM') as month
from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
where c.relnamespace = to_regnamespace('months') and c.relkind = 'r';

-- Gives a partition its table's statement triggers: PostgreSQL does not inherit them, and statements can name a partition
-- too.
create or replace function guard_month_part(p_table text, p_part text) returns void
language plpgsql as $$
declare
  each record;
begin
  for each in
    select pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = to_regclass(p_table) and tgtype & 1 = 0
  loop
    execute regexp_replace(each.definition, ' ON \S+ ', format(' ON months.%I ', p_part));
  end loop;
end $$;

-- Whether a table is partitioned by ids that count months. Its first partition then ends with the month before it was
-- partitioned.
create or replace function is_numbered(p_table text) returns boolean
language sql stable as $$
  select exists (
    select from pg_partitioned_table t join pg_attribute a on a.attrelid = t.partrelid and a.attnum = t.partattrs[0]
    where t.partrelid = to_regclass(p_table) and a.atttypid = 'bigint'::regtype)
$$;

-- Advances the table's sequence to the ids of this month, and never back. A concurrent insert may still get an id of the
-- month before.
create or replace function number_by_month(p_table text) returns boolean
language plpgsql as $$
declare
  numbers text;
  first bigint := first_number_of(date_trunc('month', now() at time zone 'UTC')::date);
begin
  if not is_numbered(p_table) then
    return false;
  end if;
  select pg_get_serial_sequence(p_table, a.attname) into strict numbers
  from pg_partitioned_table t join pg_attribute a on a.attrelid = t.partrelid and a.attnum = t.partattrs[0]
  where t.partrelid = to_regclass(p_table);
  -- One at a time: between the look and the move another could move the sequence, and its ids would be drawn twice.
  perform pg_advisory_xact_lock(hashtextextended('number_by_month', 0));
  if pg_sequence_last_value(numbers) >= first - 1 then
    return false;
  end if;
  perform setval(numbers, first - 1);
  return true;
end $$;

-- Creates a month's partition (named by its first day, UTC) unless it exists; its rows in the default partition move there.
create or replace function add_month(p_table text, p_month date) returns boolean
language plpgsql as $$
declare
  month_part text := p_table || to_char(p_month, '_YYYY_MM');
  other text := p_table || '_other';
  starts timestamptz := p_month::timestamp at time zone 'UTC';
  ends timestamptz := (p_month + interval '1 month') at time zone 'UTC';
  key record;
  low text;
  high text;
  is_any boolean;
begin
  -- If there is none, another call may be creating it: wait for its lock, and look again.
  for looked in 1..2 loop
    if exists (
      select from month_parts m
      where m.table_name = p_table and (m.part = month_part or m.part ~ '_to_\d{4}_\d{2}$'
        and (m.month > p_month or m.month = p_month and not is_numbered(p_table)))
    ) then
      return false;
    end if;
    execute format('lock table months.%I in access exclusive mode', other);
  end loop;
  select a.attname, a.atttypid = 'uuid'::regtype as is_id into strict key
  from pg_partitioned_table t join pg_attribute a on a.attrelid = t.partrelid and a.attnum = t.partattrs[0]
  where t.partrelid = to_regclass(p_table);
  if is_numbered(p_table) then
    low := first_number_of(p_month);
    high := first_number_of((p_month + interval '1 month')::date);
  elsif key.is_id then
    low := first_id_of(starts);
    high := first_id_of(ends);
  else
    low := to_char(starts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
    high := to_char(ends at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
  end if;

  execute format('create table months.%I (like %I including defaults including constraints including indexes)', month_part, p_table);
  execute format('select exists (select from months.%I where %I >= %L and %2$I < %4$L)', other, key.attname, low, high) into is_any;
  if is_any then
    execute format('alter table months.%I disable trigger user', other);
    execute format('with gone as (delete from months.%I where %I >= %L and %2$I < %4$L returning *)
      insert into months.%5$I select * from gone', other, key.attname, low, high, month_part);
    execute format('alter table months.%I enable trigger user', other);
  end if;
  execute format('alter table %I attach partition months.%I for values from (%L) to (%L)', p_table, month_part, low, high);
  perform guard_month_part(p_table, month_part);
  return true;
end $$;
