// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../../../platform/db/database.ts';
import type { FigureSource } from '../../../ports.ts';

/** Days with a finished attempt, each with the length of the run of consecutive days that it ends. */
const dayRows = (playerId: string) => sql`
  select day, row_number() over (partition by island order by day) as days_in_row from (
    select day, day - row_number() over (order by day)::integer as island from attempt_days
    where player_id = ${playerId} and finished > 0
  ) islands`;

/**
 * Figures of a player's finished attempts. Runs of days are counted from one row per day played, so their cost grows
 * with those.
 */
export const playedFigures: FigureSource<
  | 'finished'
  | 'wins'
  | 'winsInRow'
  | 'kills'
  | 'killsInMatch'
  | 'firstPlaces'
  | 'top10'
  | 'kindsWon'
  | 'coinsWon'
  | 'daysInRow'
> = {
  getFigures: (db, playerId) =>
    db.one(sql`
      select coalesce(sum(finished), 0) as finished, coalesce(sum(won), 0) as wins, coalesce(sum(kills), 0) as kills,
        coalesce(sum(first_places), 0) as first_places, coalesce(sum(top10), 0) as top10,
        coalesce(sum(coins_won), 0) as coins_won, count(*) filter (where won > 0) as kinds_won,
        coalesce((select wins_in_row from finished_attempts
          where player_id = ${playerId} and is_won order by wins_in_row desc limit 1), 0) as wins_in_row,
        coalesce((select kills from finished_attempts
          where player_id = ${playerId} and matches = 1 order by kills desc limit 1), 0) as kills_in_match,
        coalesce((select max(days_in_row) from (${dayRows(playerId)}) days), 0) as days_in_row
      from attempt_kinds where player_id = ${playerId}`),
  findReachedAt,
};

/** Goes through all of the player's finished attempts in order; called only when a goal was reached or undone. */
async function findReachedAt(
  db: Queryable,
  playerId: string,
  goals: readonly { figure: string; goal: number }[],
): Promise<(Date | undefined)[]> {
  const rows = await db.rows<{ place: number; reachedAt: Date }>(sql`
    with played as (
      select f.*, f.is_won and row_number() over (
        partition by f.challenge_type, f.is_won order by f.ended_at, f.attempt_id) = 1 as is_first_of_kind, d.days_in_row
      from finished_attempts f
      join (${dayRows(playerId)}) d on d.day = (f.ended_at at time zone 'UTC')::date
      where f.player_id = ${playerId}
    ), rising as (
      select ended_at, count(*) over so_far as finished, count(*) filter (where is_won) over so_far as wins,
        max(wins_in_row) over so_far as wins_in_row, sum(kills) over so_far as kills,
        max(kills) filter (where matches = 1) over so_far as kills_in_match, sum(first_places) over so_far as first_places,
        sum(top10) over so_far as top10, count(*) filter (where is_first_of_kind) over so_far as kinds_won,
        sum(reward_gc) over so_far as coins_won, max(days_in_row) over so_far as days_in_row
      from played
      window so_far as (order by ended_at, attempt_id rows unbounded preceding)
    )
    select g.place, min(r.ended_at) as reached_at
    from unnest(${goals.map(({ figure }) => figure)}::text[], ${goals.map(({ goal }) => goal)}::bigint[])
      with ordinality g (figure, goal, place)
    join rising r on g.goal <= case g.figure
      when 'finished' then r.finished when 'wins' then r.wins when 'winsInRow' then r.wins_in_row
      when 'kills' then r.kills when 'killsInMatch' then r.kills_in_match when 'firstPlaces' then r.first_places
      when 'top10' then r.top10 when 'kindsWon' then r.kinds_won when 'coinsWon' then r.coins_won
      when 'daysInRow' then r.days_in_row end
    group by g.place`);
  const times = new Map(rows.map(({ place, reachedAt }) => [place, reachedAt]));
  return goals.map((_, place) => times.get(place + 1));
}
