// SPDX-License-Identifier: Apache-2.0

import { forEachId } from '../../../platform/jobs/for-each-id.ts';
import { listDueToDraw } from '../giveaway-store.ts';
import { listStalledPrizes } from '../prizes/giveaway-payout-store.ts';
import { type GiveawaysDeps, resumePrizes } from '../prizes/pay-prizes.ts';
import { drawGiveaway } from './draw-giveaway.ts';

/** The task that draws giveaways every minute. */
export const sweepTask = 'draw-giveaways';
const maxDrawn = 100;
/** A batch of prizes takes well under a second; its job waits this long only if something is wrong. */
const stalledAfterMs = 2 * 60_000;

/**
 * Draws every ended giveaway, however late; each is locked and checked again. Also resumes stalled payouts of prizes.
 */
export async function drawGiveaways(deps: GiveawaysDeps): Promise<void> {
  const { db, clock } = deps;
  const stalledSince = new Date(clock.now().getTime() - stalledAfterMs);
  for (const giveawayId of await listStalledPrizes(db, stalledSince, maxDrawn)) {
    await resumePrizes(giveawayId, deps);
  }
  await forEachId(await listDueToDraw(db, clock.now(), maxDrawn), (id) => drawGiveaway(id, deps));
}
