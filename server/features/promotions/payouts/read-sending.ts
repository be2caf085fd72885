// SPDX-License-Identifier: Apache-2.0

import type { Sending } from '../../../../contract/promotions-admin.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { findPromotion } from '../event-store.ts';
import type { PromotionsDeps } from '../rewards/reward-fact.ts';
import { findPayout } from './event-payout-store.ts';

/** A batch takes well under a second; a failed one is retried within about a minute. */
const standingStillMs = 30_000;

/** Progress of sending a promotion's rewards. Refuses `not_found`. */
export async function readSending(
  eventId: string,
  { db, clock }: Pick<PromotionsDeps, 'db' | 'clock'>,
): Promise<Sending | Refusal> {
  const promotion = await findPromotion(db, eventId);
  if (!promotion) return refuse('not_found');
  const payout = await findPayout(db, eventId);
  const { rewards = 0, rewardsPaid = 0, rewardsLeftOut = 0, amountPaid = 0 } = payout ?? {};
  const { startedAt = null, movedAt = null } = payout ?? {};
  const isUnderWay = payout !== undefined && payout.finishedAt === null;
  return {
    state: promotion.isCompleted ? 'sent' : payout ? 'sending' : 'ready',
    rewards,
    rewardsPaid,
    rewardsLeftOut,
    amountPaid,
    startedAt: startedAt?.toISOString() ?? null,
    movedAt: movedAt?.toISOString() ?? null,
    secondsLeft: isUnderWay ? secondsLeft(payout) : null,
    isStandingStill: isUnderWay && clock.now().getTime() - payout.movedAt.getTime() > standingStillMs,
  };
}

/** Uses the average pace up to the last batch, so that an interruption since then does not distort it. */
function secondsLeft({
  startedAt,
  movedAt,
  rewards,
  rewardsPaid,
  rewardsLeftOut,
}: {
  startedAt: Date;
  movedAt: Date;
  rewards: number;
  rewardsPaid: number;
  rewardsLeftOut: number;
}): number | null {
  const done = rewardsPaid + rewardsLeftOut;
  const seconds = (movedAt.getTime() - startedAt.getTime()) / 1_000;
  if (done === 0 || seconds <= 0) return null;
  return Math.ceil((Math.max(rewards - done, 0) / done) * seconds);
}
