-- Tables that only ever grow are parted by month (docs/decisions/0057): what is older than is configured leaves the database
-- part by part, for the object store. The parts stand in a schema of their own.

create schema if not exists months;

-- A part that is in the object store, or on its way there. What it holds is described, and sealed, by its manifest.
create table archives (
  part text primary key,
  table_name text not null,
  -- Keys of its rows are below; ids of time, and moments, as text.
  until_key text not null,
  -- writing: nothing is added to the part any more, and its rows are copied. written: all of them are there. dropped: the
  -- part is gone from the database, but for rows that had to stay.
  state text not null default 'writing' check (state in ('writing', 'written', 'dropped')),
  row_count bigint,
  manifest_hash bytea check (length(manifest_hash) = 32),
  begun_at timestamptz not null default now(),
  dropped_at timestamptz,
  constraint archives_are_described check (state = 'writing' or num_nulls(row_count, manifest_hash) = 0),
  constraint archives_dropped_once check ((state = 'dropped') = (dropped_at is not null))
);
create index archives_by_table on archives (table_name);

-- Each is an object: rows in the order of their keys, all of one key in one.
create table archive_chunks (
  part text not null references archives (part),
  number integer not null check (number > 0),
  first_key text not null,
  last_key text not null,
  row_count integer not null check (row_count > 0),
  byte_count integer not null check (byte_count > 0),
  -- SHA-256 of the object as it is kept.
  hash bytea not null check (length(hash) = 32),
  primary key (part, number)
);

-- The first id that `uuidv7()` could make at a moment.
create function first_id_of(at timestamptz) returns uuid
language sql stable parallel safe as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Trigger of a part that is being archived.
create function refuse_closed_month() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is refused: that month is being archived', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end $$;

-- Parts a table as it stands, in a moment: it becomes the first part of a new one of its name. Before, a constraint has to be
-- there, and valid, that is named as that part will be and says below which key all rows are: so nothing is read here.
-- Indexes, constraints, triggers and rights of the table are the new one's; a unique index without the key stays the part's
-- alone. Only for the next migrations, the last of which drops it.
create function part_by_month(p_table text, p_key text) returns void
language plpgsql as $$
declare
  old oid;
  part text;
  bound text;
  each record;
  indexes text[] := '{}';
  triggers text[] := '{}';
  rights text[] := '{}';
  foreign_keys text[] := '{}';
  statement text;
begin
  execute format('lock table %I in access exclusive mode', p_table);
  old := to_regclass(p_table);
  select conname, substring(pg_get_constraintdef(oid) from '''([^'']+)''') into strict part, bound
  from pg_constraint
  where conrelid = old and contype = 'c' and convalidated and starts_with(conname, p_table || '_to_');

  for each in
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition, c.conname,
      pg_get_constraintdef(c.oid) as word,
      not i.indisunique or exists (
        select from pg_attribute a where a.attrelid = old and a.attname = p_key and a.attnum = any (i.indkey)) as is_possible
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = old and c.contype in ('p', 'u')
    where i.indrelid = old
  loop
    if each.is_possible then
      indexes := indexes || case when each.conname is null then each.definition
        else format('alter table %I add constraint %I %s', p_table, each.conname, each.word) end;
    end if;
    execute format('alter index %s rename to %I', each.name, replace(each.name, p_table, part));
  end loop;
  for each in
    select conname, pg_get_constraintdef(oid) as word from pg_constraint where conrelid = old and contype = 'f'
  loop
    foreign_keys := foreign_keys || format('alter table %I add constraint %I %s', p_table, each.conname, each.word);
  end loop;
  for each in
    select tgname, pg_get_triggerdef(oid) as definition, tgtype & 1 = 0 as is_of_statement
    from pg_trigger where tgrelid = old and not tgisinternal
  loop
    triggers := triggers || each.definition;
    -- Those of rows come back with the new table's.
    if not each.is_of_statement then
      execute format('drop trigger %I on %I', each.tgname, p_table);
    end if;
  end loop;
  for each in
    select a.privilege_type as right, a.grantee::regrole::text as grantee
    from pg_class c, aclexplode(c.relacl) a where c.oid = old and a.grantee <> c.relowner and a.grantee <> 0
  loop
    rights := rights || format('grant %s on %I to %s', each.right, p_table, each.grantee);
  end loop;

  execute format('alter table %I rename to %I', p_table, part);
  execute format('alter table %I set schema months', part);
  execute format('create table %I (like months.%I including defaults including constraints) partition by range (%I)',
    p_table, part, p_key);
  execute format('alter table %I drop constraint %I', p_table, part);
  foreach statement in array indexes || foreign_keys loop
    execute statement;
  end loop;
  execute format('alter table %I attach partition months.%I for values from (minvalue) to (%L)', p_table, part, bound);
  execute format('create table months.%I partition of %I default', p_table || '_other', p_table);
  foreach statement in array triggers loop
    execute statement;
  end loop;
  perform guard_month_part(p_table, p_table || '_other');
  foreach statement in array rights loop
    execute statement;
  end loop;
end $$;

-- The parts of tables that are parted by month, each with the last month that it holds; without a month the one for all that
-- fits in none.
create view month_parts as
select p.relname::text as table_name, c.relname::text as part,
  to_date(substring(c.relname from '\d{4}_\d{2}$'), 'YYYY_MM') as month
from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
where c.relnamespace = to_regnamespace('months') and c.relkind = 'r';

-- Gives a part the triggers of its table's statements: they are the table's alone, and a part can be named too.
create function guard_month_part(p_table text, p_part text) returns void
language plpgsql as $$
declare
  each record;
begin
  for each in
    select pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = to_regclass(p_table) and not tgisinternal and tgtype & 1 = 0
  loop
    execute regexp_replace(each.definition, ' ON \S+ ', format(' ON months.%I ', p_part));
  end loop;
end $$;

-- Makes the part of a month (its first day, UTC) unless it is there; rows of it that had to be put elsewhere move there.
create function add_month(p_table text, p_month date) returns boolean
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
  -- Who finds none waits for who is making it, and looks again.
  for looked in 1..2 loop
    if exists (
      select from month_parts m
      where m.table_name = p_table and (m.part = month_part or m.part ~ '_to_\d{4}_\d{2}$' and m.month >= p_month)
    ) then
      return false;
    end if;
    execute format('lock table months.%I in access exclusive mode', other);
  end loop;
  select a.attname, a.atttypid = 'uuid'::regtype as is_id into strict key
  from pg_partitioned_table t join pg_attribute a on a.attrelid = t.partrelid and a.attnum = t.partattrs[0]
  where t.partrelid = to_regclass(p_table);
  low := case when key.is_id then first_id_of(starts)::text else to_char(starts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end;
  high := case when key.is_id then first_id_of(ends)::text else to_char(ends at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end;

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
