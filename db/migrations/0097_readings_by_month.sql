-- Readings by the month in which their attempt began, as its id says. A function that takes a row of the table takes one of the new
-- table from now on: whoever calls it reads the table too, and learns of both at once.
drop function if exists win_chance(integer, integer, attempt_readings);
select part_by_month('attempt_readings', 'attempt_id');
select add_month('attempt_readings', (date_trunc('month', now() at time zone 'UTC') + interval '1 month' * ahead)::date)
from generate_series(0, 3) as ahead;
create function win_chance(placement integer, kills integer, r attempt_readings) returns double precision
language sql immutable parallel safe as $$
  select least(1, case placement when 1 then r.wins when 10 then r.top10 else r.top25 end / r.matches::double precision)
    * power(r.kills::double precision / (r.kills + r.matches), kills)
  where r.matches > 0
$$;
