-- The table as it stands becomes the first part of one that is parted by month. All of it lies below the end of the next month:
-- a rule for new rows at once, which a later migration proves of those that are there without stopping anybody.
do $$
declare
  ends date := date_trunc('month', now() at time zone 'UTC') + interval '2 months';
begin
  execute format('alter table admin_changes add constraint %I check (id < %L) not valid',
    'admin_changes' || to_char(ends - 1, '_"to"_YYYY_MM'), first_id_of(ends::timestamp at time zone 'UTC'));
end $$;
