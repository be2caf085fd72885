-- What a player's own attempts come to (docs/rules.md, Performance): kept up by the statement that ends or voids an attempt,
-- whichever version of the server runs it, so that reading it costs the same however long a history is.

-- An attempt that was finished, with what its readings saw happen; one that is voided is taken out. Players and attempts are
-- no foreign keys: each would be locked once more by whoever ends an attempt.
create table finished_attempts (
  attempt_id uuid primary key,
  player_id uuid not null,
  challenge_type text not null,
  ended_at timestamptz not null,
  is_won boolean not null,
  -- Won in a row up to and with this one; 0 for a lost one.
  wins_in_row integer not null,
  reward_gc bigint not null,
  matches bigint not null,
  kills bigint not null,
  -- Matches that ended first, among the first ten and among the first 25; each is part of the next.
  first_places bigint not null,
  top10 bigint not null,
  top25 bigint not null
);
create index finished_attempts_player on finished_attempts (player_id, ended_at, attempt_id);
-- Of one match alone it is known what happened in it.
create index finished_attempts_kills on finished_attempts (player_id, kills desc, ended_at) where matches = 1;
create index finished_attempts_row on finished_attempts (player_id, wins_in_row desc, ended_at) where is_won;
create index finished_attempts_reward on finished_attempts (player_id, reward_gc desc, ended_at) where is_won;

-- Sums by the day (UTC) on which attempts ended, and by kind of challenge. Coins in: entry fees; coins out: rewards and what
-- went back.
create table attempt_days (
  player_id uuid not null,
  day date not null,
  entries bigint not null,
  finished bigint not null,
  won bigint not null,
  cancelled bigint not null,
  matches bigint not null,
  kills bigint not null,
  first_places bigint not null,
  top10 bigint not null,
  coins_in bigint not null,
  coins_out bigint not null,
  -- Rewards alone.
  coins_won bigint not null,
  primary key (player_id, day)
);
create table attempt_kinds (
  player_id uuid not null,
  challenge_type text not null,
  required_placement integer not null,
  required_kills integer not null,
  entries bigint not null,
  finished bigint not null,
  won bigint not null,
  cancelled bigint not null,
  matches bigint not null,
  kills bigint not null,
  first_places bigint not null,
  top10 bigint not null,
  coins_in bigint not null,
  coins_out bigint not null,
  -- Rewards alone.
  coins_won bigint not null,
  primary key (player_id, challenge_type)
);


-- Finished attempts, each with what its readings saw happen: the growth from the reading that it began with to the one that
-- decided it.
create view attempt_results as
select a.id as attempt_id, a.player_id, a.challenge_type, a.completed_at as ended_at, a.status = 'SUCCESS' as is_won,
  a.reward_given_gc as reward_gc,
  greatest(0, coalesce(later.matches - first.matches, 0)) as matches,
  greatest(0, coalesce(later.kills - first.kills, 0)) as kills,
  greatest(0, coalesce(later.wins - first.wins, 0)) as first_places,
  greatest(0, coalesce(later.wins - first.wins, 0), coalesce(later.top10 - first.top10, 0)) as top10,
  greatest(0, coalesce(later.wins - first.wins, 0), coalesce(later.top10 - first.top10, 0),
    coalesce(later.top25 - first.top25, 0)) as top25
from attempts a
left join attempt_readings first on first.attempt_id = a.id and first.number = a.baseline_reading
left join lateral (
  select matches, wins, top10, top25, kills from attempt_readings r
  where r.attempt_id = a.id and r.number > 0 and r.kind = 'stats' and r.number <= coalesce(a.decided_by_reading, r.number)
  order by r.number desc limit 1
) later on true
where a.status = 'SUCCESS' or a.status = 'FAILED' and a.reason <> 'made-private';

-- Counts anew what was won in a row after an attempt that came or went, up to the next lost one.
create function count_wins_after(of_player uuid, at timestamptz, id uuid) returns void
language sql as $$
  update finished_attempts f set wins_in_row = later.place + coalesce((
    select e.wins_in_row from finished_attempts e
    where e.player_id = of_player and (e.ended_at, e.attempt_id) <= (at, id)
    order by e.ended_at desc, e.attempt_id desc limit 1), 0)
  from (
    select w.attempt_id, row_number() over (order by w.ended_at, w.attempt_id) as place
    from finished_attempts w
    left join (
      select l.ended_at, l.attempt_id from finished_attempts l
      where l.player_id = of_player and (l.ended_at, l.attempt_id) > (at, id) and not l.is_won
      order by l.ended_at, l.attempt_id limit 1
    ) lost on true
    where w.player_id = of_player and (w.ended_at, w.attempt_id) > (at, id)
      and (lost.attempt_id is null or (w.ended_at, w.attempt_id) < (lost.ended_at, lost.attempt_id))
  ) later
  where later.attempt_id = f.attempt_id
$$;

-- Counts an attempt that ended, and takes off what a voided one had counted. Trigger of attempts.
create function count_attempt() returns trigger
language plpgsql as $$
declare
  earlier finished_attempts;
  later finished_attempts;
  is_end boolean := old.completed_at is null;
  delta attempt_days;
begin
  -- One attempt of a player at a time: what is won in a row rests on the others.
  perform pg_advisory_xact_lock(7423, hashtext(new.player_id::text));
  delete from finished_attempts where attempt_id = new.id returning * into earlier;
  insert into finished_attempts (attempt_id, player_id, challenge_type, ended_at, is_won, wins_in_row, reward_gc, matches,
    kills, first_places, top10, top25)
  select r.attempt_id, r.player_id, r.challenge_type, r.ended_at, r.is_won,
    case when r.is_won then 1 + coalesce((
      select e.wins_in_row from finished_attempts e
      where e.player_id = r.player_id and (e.ended_at, e.attempt_id) < (r.ended_at, r.attempt_id)
      order by e.ended_at desc, e.attempt_id desc limit 1), 0) else 0 end,
    r.reward_gc, r.matches, r.kills, r.first_places, r.top10, r.top25
  from attempt_results r where r.attempt_id = new.id
  returning * into later;
  perform count_wins_after(new.player_id, new.completed_at, new.id);

  delta.entries := is_end::int;
  delta.finished := (later.attempt_id is not null)::int - (earlier.attempt_id is not null)::int;
  delta.won := coalesce(later.is_won::int, 0) - coalesce(earlier.is_won::int, 0);
  delta.cancelled := (new.status = 'CANCELLED')::int - coalesce((old.status = 'CANCELLED')::int, 0);
  delta.matches := coalesce(later.matches, 0) - coalesce(earlier.matches, 0);
  delta.kills := coalesce(later.kills, 0) - coalesce(earlier.kills, 0);
  delta.first_places := coalesce(later.first_places, 0) - coalesce(earlier.first_places, 0);
  delta.top10 := coalesce(later.top10, 0) - coalesce(earlier.top10, 0);
  delta.coins_in := new.entry_fee_gc * is_end::int;
  delta.coins_out := new.reward_given_gc + new.refund_gc
    - case when is_end then 0 else old.reward_given_gc + old.refund_gc end;
  delta.coins_won := coalesce(later.reward_gc, 0) - coalesce(earlier.reward_gc, 0);

  insert into attempt_days as d (player_id, day, entries, finished, won, cancelled, matches, kills, first_places, top10,
    coins_in, coins_out, coins_won)
  values (new.player_id, (new.completed_at at time zone 'UTC')::date, delta.entries, delta.finished, delta.won,
    delta.cancelled, delta.matches, delta.kills, delta.first_places, delta.top10, delta.coins_in, delta.coins_out,
    delta.coins_won)
  on conflict (player_id, day) do update set entries = d.entries + excluded.entries,
    finished = d.finished + excluded.finished, won = d.won + excluded.won, cancelled = d.cancelled + excluded.cancelled,
    matches = d.matches + excluded.matches, kills = d.kills + excluded.kills,
    first_places = d.first_places + excluded.first_places, top10 = d.top10 + excluded.top10,
    coins_in = d.coins_in + excluded.coins_in, coins_out = d.coins_out + excluded.coins_out,
    coins_won = d.coins_won + excluded.coins_won;
  insert into attempt_kinds as k (player_id, challenge_type, required_placement, required_kills, entries, finished, won,
    cancelled, matches, kills, first_places, top10, coins_in, coins_out, coins_won)
  values (new.player_id, new.challenge_type, new.required_placement, new.required_kills, delta.entries, delta.finished,
    delta.won, delta.cancelled, delta.matches, delta.kills, delta.first_places, delta.top10, delta.coins_in,
    delta.coins_out, delta.coins_won)
  on conflict (player_id, challenge_type) do update set entries = k.entries + excluded.entries,
    finished = k.finished + excluded.finished, won = k.won + excluded.won, cancelled = k.cancelled + excluded.cancelled,
    matches = k.matches + excluded.matches, kills = k.kills + excluded.kills,
    first_places = k.first_places + excluded.first_places, top10 = k.top10 + excluded.top10,
    coins_in = k.coins_in + excluded.coins_in, coins_out = k.coins_out + excluded.coins_out,
    coins_won = k.coins_won + excluded.coins_won;
  return null;
end $$;

-- From here on no attempt changes until all of this is there: the sums miss none and count none twice.
create trigger attempts_counted after insert or update of status on attempts
  for each row when (new.completed_at is not null) execute function count_attempt();

insert into finished_attempts
select r.attempt_id, r.player_id, r.challenge_type, r.ended_at, r.is_won,
  case when r.is_won then count(*) filter (where r.is_won)
    over (partition by r.player_id, r.losses_before order by r.ended_at, r.attempt_id) else 0 end,
  r.reward_gc, r.matches, r.kills, r.first_places, r.top10, r.top25
from (
  select *, count(*) filter (where not is_won) over (partition by player_id order by ended_at, attempt_id) as losses_before
  from attempt_results
) r;

insert into attempt_days
select a.player_id, (a.completed_at at time zone 'UTC')::date, count(*), count(f), count(*) filter (where f.is_won),
  count(*) filter (where a.status = 'CANCELLED'), coalesce(sum(f.matches), 0), coalesce(sum(f.kills), 0),
  coalesce(sum(f.first_places), 0), coalesce(sum(f.top10), 0), sum(a.entry_fee_gc), sum(a.reward_given_gc + a.refund_gc),
  coalesce(sum(f.reward_gc), 0)
from attempts a left join finished_attempts f on f.attempt_id = a.id
where a.completed_at is not null group by 1, 2;

insert into attempt_kinds
select a.player_id, a.challenge_type, min(a.required_placement), min(a.required_kills), count(*), count(f),
  count(*) filter (where f.is_won), count(*) filter (where a.status = 'CANCELLED'), coalesce(sum(f.matches), 0),
  coalesce(sum(f.kills), 0), coalesce(sum(f.first_places), 0), coalesce(sum(f.top10), 0), sum(a.entry_fee_gc),
  sum(a.reward_given_gc + a.refund_gc), coalesce(sum(f.reward_gc), 0)
from attempts a left join finished_attempts f on f.attempt_id = a.id
where a.completed_at is not null group by 1, 2;
