// SPDX-License-Identifier: Apache-2.0

import { transfer } from '../../../ledger/transfer.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { type AttemptRow, markOverturned, updateAttempt } from '../attempts/attempt-store.ts';
import { announceEnd, type SettleDeps, settle } from '../attempts/settle-attempt.ts';
import { changedStatus } from '../rules.ts';
import { coinsOfWin, reasonNotDisputable } from './rules.ts';

/**
 * Makes a locked attempt count as won, as if its match had shown it: pays the whole reward under the key that the
 * verdict would have used (so the ledger itself pays only one of the two, once), takes back any refund of the fee,
 * gives the XP of a win, and notifies every feature that counts wins. What the readings led to stays: `decided_status`,
 * `decided_at`, `reason`. It counts on the day of the verdict. Refuses `result_not_disputable`.
 */
export async function overturnAttempt(
  tx: Tx,
  attempt: AttemptRow,
  { clock, xp }: SettleDeps,
): Promise<Refusal | undefined> {
  const why = reasonNotDisputable(attempt);
  if (!attempt.completedAt || why) return refuse('result_not_disputable', { why });
  const { id: attemptId, playerId, challengeDescription: description, rewardGC, refundGC } = attempt;
  const fullXp = xp.finished + xp.success;
  const missingXp = Math.max(0, fullXp - attempt.xpGiven);
  await updateAttempt(tx, attemptId, {
    ...attempt,
    status: changedStatus(attempt.status, 'SUCCESS'),
    rewardGivenGC: rewardGC,
    refundGC: 0,
    processingFeeGC: 0,
    xpGiven: attempt.xpGiven + missingXp,
  });
  await markOverturned(tx, attemptId, clock.now());
  const about = { reference: attemptId, from: { house: 'rewards' }, to: { player: playerId } } as const;
  await settle(tx, {
    ...about,
    currency: 'GC',
    amount: rewardGC,
    type: 'challenge_reward',
    idempotencyKey: `attempt:${attemptId}:reward`,
    description: `Reward: ${description}`,
  });
  await settle(tx, {
    ...about,
    currency: 'XP',
    amount: missingXp,
    type: 'xp_award',
    idempotencyKey: `attempt:${attemptId}:overturned-xp`,
    description: `XP: ${description}`,
  });
  if (refundGC > 0) await reverseRefund(tx, attempt);
  await publish(tx, 'challenge.overturned', {
    attemptId,
    playerId,
    description,
    xp: attempt.xpGiven + missingXp,
    at: attempt.completedAt.toISOString(),
  });
  await announceEnd(tx, attempt, 'SUCCESS', coinsOfWin(attempt));
  return undefined;
}

/** A won attempt costs its fee, so what a cancellation refunded of it goes to the house after all. */
async function reverseRefund(tx: Tx, attempt: AttemptRow): Promise<void> {
  const moved = await transfer(tx, {
    currency: 'GC',
    amount: attempt.refundGC,
    from: { player: attempt.playerId },
    to: { house: 'fees' },
    type: 'reversal',
    reference: attempt.id,
    idempotencyKey: `attempt:${attempt.id}:overturned-refund`,
    description: `Entry fee of a challenge decided as won: ${attempt.challengeDescription}`,
    mayGoBelowZero: true,
  });
  if (isRefusal(moved)) throw new Error(`the refund of attempt ${attempt.id} stayed: ${moved.refused}`);
}
