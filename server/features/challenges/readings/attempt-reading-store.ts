// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Reading } from '../../../../contract/challenges.ts';
import type { GameId } from '../../../../contract/games/game.ts';
import type { FirstReading } from '../../../../contract/games/schemas.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

interface ReadingRow {
  number: number;
  kind: Reading['kind'];
  takenAt: Date;
  matches: number;
  wins: number;
  top10: number;
  top25: number;
  kills: number;
  minutesPlayed: number;
  lastModified: Date | null;
  sourceWide: boolean;
  detail: string;
  /** The whole reading under its game's schema; null of one that shows nothing, and of totals from earlier releases. */
  reading: Reading | null;
}

function fromRow(row: ReadingRow): Reading {
  if (row.reading) return row.reading;
  const takenAt = row.takenAt.toISOString();
  if (row.kind === 'private') return { kind: 'private', takenAt, sourceWide: row.sourceWide };
  if (row.kind === 'fault') return { kind: 'fault', takenAt, detail: row.detail };
  const { matches, wins, top10, top25, kills } = row;
  return {
    kind: 'stats',
    takenAt,
    matches,
    wins,
    top10,
    top25,
    kills,
    minutesPlayed: row.minutesPlayed,
    lastModified: row.lastModified?.toISOString() ?? null,
  };
}

function split(attemptId: string, rows: readonly ReadingRow[]): Readings {
  const [initial, ...readings] = rows.map(fromRow);
  if (initial?.kind !== 'stats' && initial?.kind !== 'matches') {
    throw new Error(`Attempt ${attemptId} has no initial reading`);
  }
  const isWhole = rows.at(-1)?.number === rows.length - 1;
  return { initial, readings, ...(!isWhole && { hasForgottenReadings: true as const }) };
}

export interface Readings {
  initial: FirstReading;
  readings: Reading[];
  /** Old readings were deleted (retained-readings-queries.ts). */
  hasForgottenReadings?: true;
}

/** The initial reading and those after it, oldest first. */
export async function getReadings(db: Queryable, attemptId: string): Promise<Readings> {
  const rows = await db.rows<ReadingRow>(sql`
    select number, kind, taken_at, matches, wins, top10, top25, kills, minutes_played, last_modified, source_wide,
      detail, reading
    from attempt_readings where attempt_id = ${attemptId} order by number`);
  return split(attemptId, rows);
}

/**
 * Totals fill columns too: figures compare them (db/functions/challenges.sql), and a process of the previous release reads
 * nothing else. Their check still demands the first game's counters, so other ones need a migration. The release after
 * the one whose functions read `reading` may drop them.
 * @param number 0 for the initial one
 */
export async function insertReading(
  tx: Tx,
  attemptId: string,
  number: number,
  reading: Reading,
): Promise<void> {
  const stats = reading.kind === 'stats' ? reading : null;
  await tx.run(sql`
    insert into attempt_readings (attempt_id, number, kind, taken_at, matches, wins, top10, top25, kills,
      minutes_played, last_modified, source_wide, detail, reading)
    values (${attemptId}, ${number}, ${reading.kind}, ${reading.takenAt}, ${stats?.matches}, ${stats?.wins},
      ${stats?.top10}, ${stats?.top25}, ${stats?.kills}, ${stats?.minutesPlayed}, ${stats?.lastModified},
      ${reading.kind === 'private' ? reading.sourceWide : null}, ${reading.kind === 'fault' ? reading.detail : null},
      ${stats || reading.kind === 'matches' ? JSON.stringify(reading) : null})`);
}

/**
 * How many attempts at a game were read since then, and for how many of them its source's last answer was "private".
 * @param max looks only at this many of the newest readings, of all games: enough to tell, and the cost does not grow with the
 * business
 */
export async function countRecentAnswers(
  db: Queryable,
  game: GameId,
  since: Date,
  max = 10_000,
): Promise<{ read: number; private: number }> {
  return db.one(sql`
    select count(*) as read, count(*) filter (where kind = 'private') as private
    from (
      select distinct on (attempt_id) attempt_id, kind
      from (
        select attempt_id, number, kind from attempt_readings
        where taken_at >= ${since} order by taken_at desc limit ${max}
      ) recent
      order by attempt_id, number desc
    ) latest
    join attempts on attempts.id = latest.attempt_id and attempts.game = ${game}`);
}
