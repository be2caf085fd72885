-- Readings are one plain table again. A function that takes a row of the old table takes one of the new from now on.
alter view if exists attempt_results reset (security_barrier);
lock table attempt_readings in access exclusive mode;
insert into months.attempt_readings
select * from attempt_readings r
where age(r.xmin) <= (select age(from_xid) from months.copied)
  and not exists (select from months.attempt_readings w where w.attempt_id = r.attempt_id and w.number = r.number);
drop function win_chance(integer, integer, attempt_readings);
select months.take_place('attempt_readings', '{attempt_results}');
create function win_chance(placement integer, kills integer, r attempt_readings) returns double precision
language sql immutable parallel safe as $$
  select least(1, case placement when 1 then r.wins when 10 then r.top10 else r.top25 end / r.matches::double precision)
    * power(r.kills::double precision / (r.kills + r.matches), kills)
  where r.matches > 0
$$;
