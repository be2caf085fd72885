-- Proves the bounds of the migrations before of all rows, while others go on reading and writing.
do $$
declare
  each record;
begin
  for each in
    select conrelid::regclass as table_name, conname from pg_constraint
    where contype = 'c' and not convalidated and conname ~ '_to_\d{4}_\d{2}$'
      and conrelid in ('attempt_readings'::regclass, 'payment_events'::regclass, 'admin_changes'::regclass)
  loop
    execute format('alter table %s validate constraint %I', each.table_name, each.conname);
  end loop;
end $$;
