// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { theGame } from '../../../../contract/games/games.ts';
import type { PerformanceSums } from '../../../../contract/performance.ts';
import type { Queryable } from '../../../platform/db/database.ts';

/**
 * Results of ended attempts, from tables that the trigger on `attempts` maintains (db/functions/challenges.sql): the
 * cost of reading them does not grow with the number of attempts.
 */
const sums = sql`entries, finished, won, cancelled, matches, kills, first_places, top10, coins_in, coins_out`;

/** The days from `from` (YYYY-MM-DD) on which attempts ended, oldest first. */
export function getDays(
  db: Queryable,
  playerId: string,
  from: string,
): Promise<(PerformanceSums & { day: string })[]> {
  return db.rows(sql`
    select to_char(day, 'YYYY-MM-DD') as day, ${sums} from attempt_days
    where player_id = ${playerId} and day >= ${from}::date and entries > 0 order by day`);
}

export type KindSums = PerformanceSums & {
  challengeType: string;
  requiredPlacement: number;
  requiredKills: number;
};

/**
 * Results by kind of challenge, the most entered first. One row per kind that the player has entered: a few hundred at
 * most.
 */
export function getKinds(db: Queryable, playerId: string): Promise<KindSums[]> {
  return db.rows(sql`
    select challenge_type, required_placement, required_kills, ${sums} from attempt_kinds
    where player_id = ${playerId} order by entries desc, challenge_type`);
}

export interface MatchRow {
  attemptId: string;
  endedAt: Date;
  firstPlaces: number;
  top10: number;
  top25: number;
  kills: number;
}

/**
 * The newest finished attempts whose readings show exactly one match, newest first, at most `maxRecentMatches` of them.
 * The limits are literals because a cached plan does not know a parameter's value, and would sort all of a player's
 * attempts.
 */
export function getMatches(db: Queryable, playerId: string): Promise<MatchRow[]> {
  return db.rows(sql`
    select attempt_id, ended_at, first_places, top10, top25, kills from (
      -- Only totals count matches: attempts at other games are passed over.
      select * from finished_attempts where player_id = ${playerId} and matches > 0
      order by ended_at desc, attempt_id desc limit 40
    ) newest
    where matches = 1 order by ended_at desc, attempt_id desc limit 20`);
}

export interface BestRow {
  value: number;
  attemptId: string;
  /** A timestamp as JSON has it. */
  at: string;
}

/** A player's best finished attempts, the earliest of equal ones; null if there is none. */
export function getBests(
  db: Queryable,
  playerId: string,
): Promise<{ kills: BestRow | null; winsInRow: BestRow | null; reward: BestRow | null }> {
  const mine = sql`from finished_attempts where player_id = ${playerId}`;
  const found = (value: typeof mine) =>
    sql`json_build_object('value', ${value}, 'attemptId', attempt_id, 'at', ended_at)`;
  return db.one(sql`
    select
      (select ${found(sql`kills`)} ${mine} and matches = 1 and kills > 0 order by kills desc, ended_at limit 1) as kills,
      (select ${found(sql`wins_in_row`)} ${mine} and is_won order by wins_in_row desc, ended_at limit 1) as wins_in_row,
      (select ${found(sql`reward_gc`)} ${mine} and is_won and reward_gc > 0
        order by reward_gc desc, ended_at limit 1) as reward`);
}

export interface CareerRow {
  matches: number;
  wins: number;
  top10: number;
  top25: number;
  kills: number;
  takenAt: Date;
}

/** The newest successful reading of the player's newest attempt at the first game, which alone has totals. */
export function getCareer(db: Queryable, playerId: string): Promise<CareerRow | undefined> {
  return db.row(sql`
    select r.* from (
      select id from counted_attempts where player_id = ${playerId} and game = ${theGame.id} order by id desc limit 1
    ) a
    join lateral (
      select matches, wins, top10, top25, kills, taken_at from attempt_readings
      where attempt_id = a.id and kind = 'stats' order by number desc limit 1
    ) r on true`);
}
