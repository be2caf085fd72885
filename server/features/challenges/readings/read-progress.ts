// SPDX-License-Identifier: Apache-2.0

import { type AttemptProgress, maxAskedReadings } from '../../../../contract/attempt-progress.ts';
import { verdict } from '../../../../contract/verdict.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { findAttempt, lockAttempt } from '../attempts/attempt-store.ts';
import { findProgress, type ProgressRow, setAskedReading } from './attempt-progress-store.ts';
import { getReadings } from './attempt-reading-store.ts';
import { scheduleReading } from './reading-jobs.ts';
import { askedReadingGapMs } from './reading-rules.ts';

type Whose = { attemptId: string; playerId: string };
interface Deps {
  db: Database;
  clock: Clock;
  timeScale: number;
}

function view(row: ProgressRow): AttemptProgress {
  return {
    _id: row.id,
    status: row.status,
    readings: row.readings,
    lastReadingAt: row.lastReadingAt.toISOString(),
    nextReadingAt: row.nextReadingAt?.toISOString() ?? null,
    matchSeenAt: row.matchSeenAt?.toISOString() ?? null,
    asksLeft: row.nextReadingAt ? Math.max(0, maxAskedReadings - row.askedReadings) : 0,
  };
}

async function findOwn(db: Queryable, { attemptId, playerId }: Whose): Promise<ProgressRow | undefined> {
  const row = await findProgress(db, attemptId);
  if (row?.playerId !== playerId) return undefined;
  return row.hasRecords ? { ...row, matchSeenAt: await findMatchSeenAt(db, attemptId) } : row;
}

/** When a record first showed the match that counts. Matches of another kind, or from before entry, are ignored. */
async function findMatchSeenAt(db: Queryable, attemptId: string): Promise<Date | null> {
  const attempt = await findAttempt(db, attemptId);
  const { initial, readings } = await getReadings(db, attemptId);
  const now = readings.at(-1)?.takenAt;
  if (!attempt || !now) return null;
  const { game, terms, rules } = attempt;
  const startedAt = attempt.startedAt.toISOString();
  const { workings } = verdict({
    game,
    terms,
    rules,
    startedAt,
    now,
    initial,
    readings,
    conditions: attempt,
  });
  const seen = workings.firstSeenIn === null ? undefined : readings[workings.firstSeenIn];
  return seen ? new Date(seen.takenAt) : null;
}

/** The progress of the player's own attempt. */
export async function readProgress(whose: Whose, db: Queryable): Promise<AttemptProgress | Refusal> {
  const row = await findOwn(db, whose);
  return row ? view(row) : refuse('not_found');
}

/**
 * Moves the next reading of a running attempt forward, because its player says that the match is over: to now, or to
 * half a minute after the last one, since the source updates its numbers no faster. If the next reading is due by then
 * anyway, nothing changes and the request doesn't count.
 * @returns refusals: `not_found`, `attempt_decided`, `readings_asked_too_often`
 */
export function readNow(whose: Whose, deps: Deps): Promise<AttemptProgress | Refusal> {
  return deps.db.transaction((tx) => advanceReading(tx, whose, deps));
}

async function advanceReading(
  tx: Tx,
  whose: Whose,
  { clock, timeScale }: Deps,
): Promise<AttemptProgress | Refusal> {
  await lockAttempt(tx, whose.attemptId);
  const row = await findOwn(tx, whose);
  if (!row) return refuse('not_found');
  if (!row.nextReadingAt) return refuse('attempt_decided');
  const soonest = row.lastReadingAt.getTime() + askedReadingGapMs(timeScale);
  const now = clock.now();
  const at = new Date(Math.max(now.getTime(), soonest));
  if (row.nextReadingAt <= at) return view(row);
  if (row.askedReadings >= maxAskedReadings)
    return refuse('readings_asked_too_often', { max: maxAskedReadings });
  await setAskedReading(tx, whose.attemptId, at);
  await scheduleReading(tx, whose.attemptId, { due: at, now });
  return view({ ...row, nextReadingAt: at, askedReadings: row.askedReadings + 1 });
}
