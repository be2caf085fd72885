import { type AttemptProgress, maxAskedReadings } from '../../../contract/attempt-progress.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { findProgress, type ProgressRow, setAskedReading } from './attempt-progress-store.ts';
import { lockAttempt } from './attempt-store.ts';
import type { ChallengesDeps } from './deps.ts';
import { scheduleReading } from './reading-jobs.ts';
import { askedReadingGapMs } from './rules.ts';

type Whose = { attemptId: string; playerId: string };
type Deps = Pick<ChallengesDeps, 'db' | 'clock' | 'pace'>;

function getAskableAt({ lastReadingAt }: ProgressRow, { pace }: Pick<Deps, 'pace'>): Date {
  return new Date(lastReadingAt.getTime() + askedReadingGapMs(pace.timeScale));
}

function view(row: ProgressRow, deps: Pick<Deps, 'pace'>): AttemptProgress {
  const asksLeft = Math.max(0, maxAskedReadings - row.askedReadings);
  const canAsk = row.nextReadingAt !== null && asksLeft > 0;
  return {
    _id: row.id,
    status: row.status,
    readings: row.readings,
    lastReadingAt: row.lastReadingAt.toISOString(),
    nextReadingAt: row.nextReadingAt?.toISOString() ?? null,
    matchSeenAt: row.matchSeenAt?.toISOString() ?? null,
    asksLeft,
    canAskAt: canAsk ? getAskableAt(row, deps).toISOString() : null,
  };
}

async function findOwn(db: Queryable, { attemptId, playerId }: Whose): Promise<ProgressRow | undefined> {
  const row = await findProgress(db, attemptId);
  return row?.playerId === playerId ? row : undefined;
}

/** Where an attempt of the player's own stands. */
export async function readProgress(whose: Whose, deps: Deps): Promise<AttemptProgress | Refusal> {
  const row = await findOwn(deps.db, whose);
  return row ? view(row, deps) : refuse('not_found');
}

/**
 * Brings the next reading of a running attempt forward to now, because its player says that the match is over. Asked
 * again before that reading was taken, it changes nothing and counts once.
 * @returns refusals: `not_found`, `attempt_decided`, `readings_asked_too_often`, and `reading_recent` with the seconds to
 *   wait, since the source renews its numbers no faster
 */
export function readNow(whose: Whose, deps: Deps): Promise<AttemptProgress | Refusal> {
  return deps.db.transaction((tx) => bringForward(tx, whose, deps));
}

async function bringForward(tx: Tx, whose: Whose, deps: Deps): Promise<AttemptProgress | Refusal> {
  await lockAttempt(tx, whose.attemptId);
  const row = await findOwn(tx, whose);
  if (!row) return refuse('not_found');
  if (!row.nextReadingAt) return refuse('attempt_decided');
  const now = deps.clock.now();
  if (row.nextReadingAt <= now) return view(row, deps);
  if (row.askedReadings >= maxAskedReadings)
    return refuse('readings_asked_too_often', { max: maxAskedReadings });
  const waitMs = getAskableAt(row, deps).getTime() - now.getTime();
  if (waitMs > 0) return refuse('reading_recent', { seconds: Math.ceil(waitMs / 1000) });
  await setAskedReading(tx, whose.attemptId, now);
  await scheduleReading(tx, whose.attemptId, now);
  return view({ ...row, nextReadingAt: now, askedReadings: row.askedReadings + 1 }, deps);
}
