// SPDX-License-Identifier: Apache-2.0

import { oneByOne } from '../../platform/jobs/one-by-one.ts';
import { publishToAll } from '../../platform/live/publish.ts';
import { listDueToEnd, markStarted } from './event-store.ts';
import { listStalledPayouts } from './payouts/event-payout-store.ts';
import { resumePayout } from './payouts/send-payout.ts';
import { endPromotion } from './payouts/send-rewards.ts';
import { rankPlayers } from './rank-players.ts';
import type { PromotionsDeps } from './rewards/reward-fact.ts';
import { lateFactGraceMs } from './rules.ts';

/** The task that runs promotions every minute. */
export const sweepTask = 'run-events';
const endedAtOnce = 100;
/** A batch takes well under a second; its job waits longer only while something is out of order. */
const stalledAfterMs = 2 * 60_000;

/**
 * Begins and ends promotions whose moment has come, however long ago: each is locked and looked at again, so that any
 * number of workers, and a start after days of downtime, do it once. Payouts that stand still are set going again.
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
    // What is over is paid all the same: its places are worked out again.
    await oneByOne(await listDueToEnd(db, before, endedAtOnce), (eventId) => endPromotion(eventId, deps));
  }
}
