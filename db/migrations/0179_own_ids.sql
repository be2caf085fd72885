-- Outside a transaction: commits after each table, so that no two are locked at the same time.
-- Ids are made by a function of our own, which PostgreSQL from version 15 on can run (db/functions/platform.sql).
do $do$
declare
  each record;
begin
  if to_regprocedure('make_uuidv7()') is null then
    create function make_uuidv7() returns uuid
    language sql volatile parallel safe as $$
      select encode(set_byte(set_byte(set_byte(
          overlay(uuid_send(gen_random_uuid()) placing substring(int8send(us / 1000) from 3) from 1 for 6),
          6, (7 << 4) | (us % 1000 * 4096 / 1000 >> 8)::integer),
          7, (us % 1000 * 4096 / 1000 & 255)::integer),
          8, get_byte(uuid_send(gen_random_uuid()), 8) & 63 | 128), 'hex')::uuid
      from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) now
    $$;
  end if;
  commit;
  for each in
    select d.adrelid::regclass as owner, a.attname as name
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where pg_get_expr(d.adbin, d.adrelid) = 'uuidv7()' order by 1, 2
  loop
    perform set_config('lock_timeout', '400ms', true);
    execute format('alter table %s alter column %I set default make_uuidv7()', each.owner, each.name);
    commit;
  end loop;
end $do$;
