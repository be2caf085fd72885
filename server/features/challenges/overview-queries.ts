// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/db/database.ts';

/** Attempts by the day (UTC) of their end, and how they ended. */
export function countEndedAttempts(
  db: Queryable,
  { from, until }: { from: Date; until: Date },
): Promise<{ day: string; won: number; failed: number; cancelled: number }[]> {
  return db.rows(sql`
    select to_char((completed_at at time zone 'UTC')::date, 'YYYY-MM-DD') as day,
      count(*) filter (where status = 'SUCCESS') as won, count(*) filter (where status = 'FAILED' and reason <> 'made-private') as failed,
      count(*) filter (where status = 'CANCELLED') as cancelled
    from counted_attempts
    where completed_at >= ${from} and completed_at < ${until}
    group by 1 order by 1`);
}

/** Fees taken, and coins paid to players, by challenge, for attempts that ended in the span; most entries first. */
export function getChallengeMargins(
  db: Queryable,
  { from, until }: { from: Date; until: Date },
  limit: number,
): Promise<
  { _id: string; description: string; entries: number; won: number; coinsIn: number; coinsOut: number }[]
> {
  return db.rows(sql`
    select a.challenge_id as _id, max(c.description) as description, count(*) as entries,
      count(*) filter (where a.status = 'SUCCESS') as won, sum(a.entry_fee_gc)::bigint as coins_in,
      sum(a.reward_given_gc + a.refund_gc)::bigint as coins_out
    from counted_attempts a join challenges c on c.id = a.challenge_id
    where a.completed_at >= ${from} and a.completed_at < ${until}
    group by 1 order by entries desc, _id limit ${limit}`);
}

/** How many of these players ever entered, finished an attempt, and won one. */
export function countPlayed(
  db: Queryable,
  playerIds: readonly string[],
): Promise<{ entered: number; finished: number; won: number }> {
  return db.one(sql`
    select count(*) filter (where exists (select from counted_attempts a where a.player_id = p.id)) as entered,
      count(*) filter (where k.finished > 0) as finished, count(*) filter (where k.won > 0) as won
    from unnest(${[...playerIds]}::uuid[]) p (id)
    left join lateral (
      select sum(finished) as finished, sum(won) as won from attempt_kinds where player_id = p.id
    ) k on true`);
}

/** The lowest UUID of a moment (version 7); ids count from 1970. */
const uuidAt = (time: Date) => {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

/**
 * Players by the week of their sign-up, which is taken from their id (UUID version 7), and how many of them ended an
 * attempt in that week, the next, and so on.
 */
export function countCohorts(
  db: Queryable,
  { from, until }: { from: Date; until: Date },
): Promise<{ week: string; players: number; active: { nth: number; players: number }[] }[]> {
  return db.rows(sql`
    with cohort as (
      select date_trunc('week', uuidv7_time(id) at time zone 'UTC')::date as week, id
      from player_states where id >= ${uuidAt(from)}::uuid and id < ${uuidAt(until)}::uuid
    ), active as (
      select c.week, (d.day - c.week) / 7 as nth, count(distinct d.player_id) as players
      from cohort c join attempt_days d on d.player_id = c.id and d.day >= c.week and d.entries > 0
      group by 1, 2
    ), sizes as (select week, count(*) as players from cohort group by 1)
    select to_char(s.week, 'YYYY-MM-DD') as week, s.players,
      coalesce((select json_agg(json_build_object('nth', a.nth, 'players', a.players)) from active a
        where a.week = s.week), '[]') as active
    from sizes s order by s.week`);
}
