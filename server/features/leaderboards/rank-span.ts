// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { isLockConflict, tryForLocks } from '../../platform/db/try-for-locks.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';
import * as store from './played-span-store.ts';

export { getTop as rankSpan } from './board-store.ts';

export const countTask = 'count-span';
export const forgetTask = 'forget-spans';

/**
 * Attempts counted, or scores removed, in one transaction. No other attempt can be counted meanwhile: a tenth of a
 * second on a busy machine.
 */
const batch = 1_000;
/** Jobs have time to wait for a transaction that counts its attempt slowly. */
const maxTries = 6;
/**
 * How long an unused span is retained: a promotion that is switched on again within this time need not be counted
 * again.
 */
const keptMs = 2 * 24 * 3_600_000;
const askedEveryMs = 3_600_000;

/**
 * The board on which `rankSpan` ranks players by XP earned between two times. The result equals `rankPlayed`, but comes
 * from sums maintained since the first call; undefined while earlier attempts are still being added.
 */
export async function keepSpan(
  { from, until, at }: { from: Date; until: Date; at: Date },
  db: Database,
): Promise<string | undefined> {
  const kept = await store.findSpan(db, from, until);
  if (kept?.isCounted && at.getTime() - kept.askedAt.getTime() < askedEveryMs) return kept.board;
  const { board, isCounted } = await store.askForSpan(db, from, until, at);
  return isCounted || (await mayCountOn(db, board)) ? board : undefined;
}

/**
 * Counts a batch. If another transaction holds the lock for long, leaves it to the job, because the next rankings wait
 * for this one.
 */
async function mayCountOn(db: Database, board: string): Promise<boolean> {
  try {
    return await countOn(db, board, { count: batch, tries: 1 });
  } catch (error) {
    if (!isLockConflict(error)) throw error;
    await db.transaction((tx) => leaveToJob(tx, board));
    return false;
  }
}

/** In a separate transaction, since no other attempt can be counted meanwhile. */
function countOn(
  db: Database,
  board: string,
  { count, tries }: { count: number; tries: number },
): Promise<boolean> {
  return alone(db, tries, async (tx) => {
    const isCounted = await store.countFurther(tx, board, count);
    if (!isCounted) await leaveToJob(tx, board);
    return isCounted;
  });
}

const leaveToJob = (tx: Tx, board: string) =>
  enqueue(tx, countTask, { board }, { key: `${countTask}:${board}`, priority: 10 });

function alone<Result>(db: Database, tries: number, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const locked = (lockMs: number) =>
    db.transaction(async (tx) => {
      await store.lockSpans(tx, lockMs);
      return work(tx);
    });
  return tryForLocks(locked, tries);
}

/** The job that counts the next batch. Idempotent. */
export async function countSpan(
  { board }: { board: string },
  { db }: { db: Database },
  count = batch,
): Promise<void> {
  await countOn(db, board, { count, tries: maxTries });
}

/** Deletes spans that are no longer ranked, with their scores. */
export async function forgetSpans(
  { db, clock }: { db: Database; clock: Clock },
  count = batch,
): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - keptMs);
  await alone(db, maxTries, (tx) => store.forgetSpans(tx, before, now));
  let last: store.Removed | undefined;
  do last = await db.transaction((tx) => store.removeForgotten(tx, count, last));
  while (last);
}
