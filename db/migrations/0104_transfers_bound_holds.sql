-- Proves the bound of all rows, while others go on reading and writing.
do $$
declare
  bound text;
begin
  select conname into strict bound from pg_constraint
  where conrelid = 'transfers'::regclass and contype = 'c' and starts_with(conname, 'transfers_to_');
  execute format('alter table transfers validate constraint %I', bound);
end $$;
