-- The cached list of challenges, and the search of attempts.

-- The list is served from memory, so every process is notified of every change. Trigger of challenges, their variants and
-- listed wins.
create or replace function notify_challenges() returns trigger
language plpgsql as $$
begin
  perform pg_notify('challenges', '');
  return null;
end $$;

-- What a search of users may read of game accounts, one name per line; the table itself belongs to challenges alone.
create or replace view epic_names as
select player_id, string_agg(name, E'\n' order by game) as epic_name from game_accounts group by player_id;

-- What processes of the previous release read and write. The next release drops both.
create or replace view epic_accounts as
select key as epic_account_key, player_id, name as epic_name, bound_at from game_accounts where game = 'fortnite';

create or replace view epic_proofs as
select player_id, key as epic_account_key, proven_by, proven_at from game_account_proofs where game = 'fortnite';

-- The text that a search of attempts looks at. The index attempts_words is built on it: changing its result needs a
-- migration that rebuilds that index.
create or replace function attempt_words(epic_name text, description text, challenge_type text) returns text
language sql immutable parallel safe as $$
  select lower(epic_name || E'\n' || description || E'\n' || challenge_type)
$$;

-- How likely a win is, from one reading of the statistics: the share of matches with this placement, times the
-- probability of this many kills if kills are distributed geometrically around the mean. Null if nothing has been played
-- yet.
create or replace function win_chance(placement integer, kills integer, r attempt_readings) returns double precision
language sql immutable parallel safe as $$
  -- `case`, not a condition in `where`: if the row is a constant, the planner would divide by zero before it looks at the
  -- condition.
  select case when r.matches > 0 then
    least(1, case placement when 1 then r.wins when 10 then r.top10 else r.top25 end / r.matches::double precision)
      * power(r.kills::double precision / (r.kills + r.matches), kills)
  end
$$;

-- Attempts that count: all but practice. Everything that adds up, ranks, pays or announces attempts reads this view.
create or replace view counted_attempts as
select id, player_id, challenge_id, challenge_description, challenge_type, required_placement, required_kills, entry_fee_gc,
  reward_given_gc, refund_gc, status, reason, started_at, completed_at, baseline_reading, decided_by_reading, game
from attempts where not is_practice;

-- Finished attempts, each with the growth of its counters from its first reading to the one that decided it.
create or replace view attempt_results as
select a.id as attempt_id, a.player_id, a.challenge_type, a.completed_at as ended_at, a.status = 'SUCCESS' as is_won,
  a.reward_given_gc as reward_gc,
  greatest(0, coalesce(later.matches - first.matches, 0)) as matches,
  greatest(0, coalesce(later.kills - first.kills, 0)) as kills,
  greatest(0, coalesce(later.wins - first.wins, 0)) as first_places,
  greatest(0, coalesce(later.wins - first.wins, 0), coalesce(later.top10 - first.top10, 0)) as top10,
  greatest(0, coalesce(later.wins - first.wins, 0), coalesce(later.top10 - first.top10, 0),
    coalesce(later.top25 - first.top25, 0)) as top25
from counted_attempts a
left join attempt_readings first on first.attempt_id = a.id and first.number = a.baseline_reading
left join lateral (
  select matches, wins, top10, top25, kills from attempt_readings r
  where r.attempt_id = a.id and r.number > 0 and r.kind = 'stats' and r.number <= coalesce(a.decided_by_reading, r.number)
  order by r.number desc limit 1
) later on true
where a.status = 'SUCCESS' or a.status = 'FAILED' and a.reason <> 'made-private';

-- Recounts wins in a row after an attempt that was added or removed, up to the next loss.
create or replace function count_wins_after(of_player uuid, at timestamptz, id uuid) returns void
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

-- Counts an attempt that ended, and subtracts what a voided one had counted. Trigger of attempts.
create or replace function count_attempt() returns trigger
language plpgsql as $$
declare
  earlier finished_attempts;
  later finished_attempts;
  is_end boolean := old.completed_at is null;
  delta attempt_days;
begin
  if new.is_practice then
    return null;
  end if;
  -- One attempt of a player at a time: how many wins are in a row depends on the others.
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

-- Counts an entry. Trigger of attempts.
create or replace function count_challenge_entry() returns trigger
language plpgsql as $$
begin
  perform add_to_counter('challenge entries', array[new.challenge_id::text], array[1]);
  return null;
end $$;

-- Adds one when an attempt begins, subtracts one when it ends. Trigger of attempts.
create or replace function count_running_attempt() returns trigger
language plpgsql as $$
begin
  perform add_to_counter('running attempts', array[new.challenge_id::text],
    array[case when new.completed_at is null then 1 else -1 end]);
  return null;
end $$;
