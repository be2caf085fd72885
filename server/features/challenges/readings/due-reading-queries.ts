// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { GameId } from '../../../../contract/games/game.ts';
import type { Queryable } from '../../../platform/db/database.ts';

/** Seconds since the most overdue reading of these games was due; 0 if none is overdue. */
export async function getSecondsOverdue(db: Queryable, games: readonly GameId[], now: Date): Promise<number> {
  const { dueAt } = await db.one<{ dueAt: Date | null }>(sql`
    select min(next_reading_at) as due_at from attempts
    where completed_at is null and game = any(${games})`);
  return dueAt ? Math.max(0, Math.floor((now.getTime() - dueAt.getTime()) / 1000)) : 0;
}

/** How many attempts of a game wait for a reading that is due, and how long the oldest has waited. */
export async function readQueue(
  db: Queryable,
  game: GameId,
  now: Date,
): Promise<{ waiting: number; lateSeconds: number }> {
  const { waiting } = await db.one<{ waiting: number }>(sql`
    select count(*)::int as waiting from attempts
    where completed_at is null and game = ${game} and next_reading_at <= ${now}`);
  return { waiting, lateSeconds: await getSecondsOverdue(db, [game], now) };
}

/** The due time of a game's most overdue reading, after leaving out the `skipped` most overdue ones. */
export async function findDueAt(db: Queryable, game: GameId, skipped: number): Promise<Date | undefined> {
  const row = await db.row<{ dueAt: Date }>(sql`
    select next_reading_at as due_at from attempts where completed_at is null and game = ${game}
    order by next_reading_at offset ${skipped} limit 1`);
  return row?.dueAt;
}

/** Number of active attempts of a game that began after `since` (young), and of the older ones (late). */
export function countByAge(
  db: Queryable,
  game: GameId,
  since: Date,
): Promise<{ young: number; late: number }> {
  return db.one(sql`
    select count(*) filter (where started_at > ${since}) as young,
      count(*) filter (where started_at <= ${since}) as late
    from attempts where completed_at is null and game = ${game}`);
}

/** Active attempts whose reading was due before `before`, longest overdue first. */
export function listOverdueAttempts(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<{ id: string; nextReadingAt: Date }[]> {
  return db.rows(sql`
    select id, next_reading_at from attempts
    where completed_at is null and next_reading_at < ${before} order by next_reading_at limit ${limit}`);
}
