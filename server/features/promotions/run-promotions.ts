// SPDX-License-Identifier: Apache-2.0

import { forEachId } from '../../platform/jobs/for-each-id.ts';
import { publishToAll } from '../../platform/live/publish.ts';
import { listDueToEnd, markStarted } from './event-store.ts';
import { listStalledPayouts } from './payouts/event-payout-store.ts';
import { listOwing } from './payouts/owed-queries.ts';
import { resumePayout } from './payouts/send-payout.ts';
import { payOwed } from './payouts/send-rewards.ts';
import { rankPlayers } from './rank-players.ts';
import type { PromotionsDeps } from './rewards/reward-fact.ts';
import { lateFactGraceMs } from './rules.ts';

/** The task that runs promotions every minute. */
export const sweepTask = 'run-events';
const endedAtOnce = 100;
/** A batch takes well under a second; its job waits this long only if something is wrong. */
const stalledAfterMs = 2 * 60_000;

/**
 * Starts and ends promotions that are due, however late. Each is locked and checked again, so it happens once even with
 * several workers, or at a start after days of downtime. Also resumes stalled payouts, and pays rewards that a day had
 * no room for.
 */
export async function runPromotions(deps: PromotionsDeps): Promise<void> {
  const { db, clock } = deps;
  await db.transaction(async (tx) => {
    if ((await markStarted(tx, clock.now())) > 0) await publishToAll(tx, 'events', {});
  });
  const before = new Date(clock.now().getTime() - lateFactGraceMs);
  const stalledSince = new Date(clock.now().getTime() - stalledAfterMs);
  for (const eventId of await listStalledPayouts(db, stalledSince, endedAtOnce)) {
    await resumePayout(eventId, deps);
  }
  try {
    await rankPlayers(deps);
  } finally {
    // Ended promotions are paid even if ranking failed: ending one computes its places again.
    const ended = await listDueToEnd(db, before, endedAtOnce);
    const due = [...ended, ...(await listOwing(db, endedAtOnce, deps))];
    await forEachId([...new Set(due)], (eventId) => payOwed(eventId, deps));
  }
}
