// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';
import { getTop, type Score } from './board-store.ts';
import * as store from './played-span-store.ts';

export const countTask = 'count-span';
export const forgetTask = 'forget-spans';

/** Attempts counted, or scores removed, in one transaction: nobody's attempt is counted meanwhile, a tenth of a second on a busy machine. */
const batch = 1_000;
/** An event that is switched on again is counted again only after so long. */
const keptMs = 2 * 24 * 3_600_000;

/**
 * Players by the XP that they played for between two moments, as `rankPlayed` has them, of sums that are kept from the
 * first time on; undefined while these are still being made of what was there before.
 */
export async function rankSpan(
  tx: Tx,
  { from, until, at }: { from: Date; until: Date; at: Date },
  limit: number,
): Promise<Score[] | undefined> {
  let span = await store.findSpan(tx, from, until);
  if (!span?.isCounted || !(await store.keepSpan(tx, span.board, at))) {
    await store.lockSpans(tx);
    span = await store.openSpan(tx, from, until, at);
    if (!(await countOn(tx, span.board, batch))) return undefined;
  }
  return getTop(tx, span.board, limit);
}

/** Counts a batch, and leaves the job of the next one, until all of the span is counted. */
async function countOn(tx: Tx, board: string, count: number): Promise<boolean> {
  const isCounted = await store.countFurther(tx, board, count);
  if (!isCounted) await enqueue(tx, countTask, { board }, { key: `${countTask}:${board}`, priority: 10 });
  return isCounted;
}

/** The job of the next batch; harmless the second time. */
export async function countSpan(
  { board }: { board: string },
  { db }: { db: Database },
  count = batch,
): Promise<void> {
  await db.transaction(async (tx) => {
    await store.lockSpans(tx);
    await countOn(tx, board, count);
  });
}

/** Forgets spans that nobody ranks any more, with their scores. */
export async function forgetSpans(
  { db, clock }: { db: Database; clock: Clock },
  count = batch,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await store.lockSpans(tx);
    await store.forgetSpans(tx, new Date(now.getTime() - keptMs), now);
  });
  while (await db.transaction((tx) => store.removeForgotten(tx, count)));
}
