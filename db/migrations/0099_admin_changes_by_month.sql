-- What administrators changed, by month.
select part_by_month('admin_changes', 'id');
select add_month('admin_changes', (date_trunc('month', now() at time zone 'UTC') + interval '1 month' * ahead)::date)
from generate_series(0, 3) as ahead;
