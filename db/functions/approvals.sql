-- Daily limits of coins that are given out automatically.

-- What a stripe may give in a day: its share of the limit; the first one also gets the remainder.
create or replace function coins_of_stripe(stripe integer, day_limit bigint, stripes integer) returns bigint
language sql immutable parallel safe as $$
  select day_limit / stripes + case when stripe = 0 then day_limit % stripes else 0 end
$$;

-- Takes coins from a day's limit, all of them or none; false if too few are left. First tries to take all of them from a
-- random stripe, so that concurrent calls lock different rows. If that has too few left, all stripes are locked in one
-- order and each gives what it has. No stripe ever gives more than its share, so together they never give more than the
-- limit.
create or replace function take_coins(for_day date, for_way text, wanted bigint, day_limit bigint, stripes integer)
returns boolean
language plpgsql as $$
declare
  chosen integer := random_integer(0, stripes - 1);
  missing bigint := wanted;
  one record;
begin
  begin
    update coin_stripes set coins = coins + wanted
    where day = for_day and way = for_way and stripe = chosen
      and coins + wanted <= coins_of_stripe(chosen, day_limit, stripes);
    if found then return true; end if;
    -- Who waited for the row and found too little has it locked: to wait for the others with it would be a deadlock.
    raise exception using errcode = 'FR000';
  exception when sqlstate 'FR000' then
    -- With what was done since `begin`, its locks are gone.
  end;

  insert into coin_stripes (day, way, stripe)
  select for_day, for_way, n from generate_series(0, stripes - 1) n order by n
  on conflict do nothing;
  perform from coin_stripes where day = for_day and way = for_way order by stripe for update;
  if (select sum(greatest(0, coins_of_stripe(stripe, day_limit, stripes) - coins)) from coin_stripes
      where day = for_day and way = for_way) < wanted
  then
    return false;
  end if;
  for one in
    select stripe, coins_of_stripe(stripe, day_limit, stripes) - coins as room from coin_stripes
    where day = for_day and way = for_way order by stripe
  loop
    continue when one.room <= 0;
    update coin_stripes set coins = coins + least(one.room, missing)
    where day = for_day and way = for_way and stripe = one.stripe;
    missing := missing - least(one.room, missing);
    exit when missing = 0;
  end loop;
  return true;
end $$;
