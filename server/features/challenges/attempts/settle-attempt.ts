// SPDX-License-Identifier: Apache-2.0

import type { AttemptStats } from '../../../../contract/games/schemas.ts';
import { feeDescription, feeKey } from '../../../../contract/sealed-copy.ts';
import { type FinalVerdict, isFinished } from '../../../../contract/verdict-terms.ts';
import { type Settlement, toSettlement } from '../../../../contract/verdict-text.ts';
import { announceBalance } from '../../../ledger/announce.ts';
import { type Movement, transfer } from '../../../ledger/transfer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { publishLive } from '../../../platform/live/publish.ts';
import { isRefusal } from '../../../platform/refusal.ts';
import { changedStatus } from '../rules.ts';
import { type AttemptRow, updateAttempt } from './attempt-store.ts';

export interface SettleDeps {
  clock: Clock;
  /** XP for any finished attempt, and the extra XP for a success. */
  xp: { finished: number; success: number };
}

type Decision = Pick<FinalVerdict, 'status' | 'reason' | 'baselineReading' | 'decidedByReading'> & {
  /** Stats of the deciding match, if the readings have no totals to compare. */
  finalStats: AttemptStats | null;
  /** SHA-256 in hex of the match record on which it rests; null of totals. */
  copyHash: string | null;
};

/** Makes one transfer of a settlement; none if the amount is zero. A house always has enough, so a refusal is a bug. */
export async function settle(tx: Tx, movement: Movement): Promise<void> {
  if (movement.amount === 0) return;
  const moved = await transfer(tx, movement);
  if (isRefusal(moved))
    throw new Error(`Settlement ${movement.idempotencyKey} was refused: ${moved.refused}`);
}

function toMovements(
  attempt: AttemptRow,
  { rewardGC, refundGC, xp, copyHash }: Settlement & { xp: number } & Pick<Decision, 'copyHash'>,
): Movement[] {
  const player = { player: attempt.playerId };
  const about = attempt.challengeDescription;
  const base = { currency: 'GC' as const, reference: attempt.id };
  return [
    {
      ...base,
      amount: refundGC,
      from: { house: 'escrow' },
      to: player,
      type: 'challenge_refund',
      idempotencyKey: `attempt:${attempt.id}:refund`,
      description: `Refund: ${about}`,
    },
    {
      ...base,
      amount: attempt.entryFeeGC - refundGC,
      from: { house: 'escrow' },
      to: { house: 'fees' },
      type: 'challenge_fee',
      idempotencyKey: feeKey(attempt.id),
      description: feeDescription(about, copyHash),
    },
    {
      ...base,
      amount: rewardGC,
      from: { house: 'rewards' },
      to: player,
      type: 'challenge_reward',
      idempotencyKey: `attempt:${attempt.id}:reward`,
      description: `Reward: ${about}`,
    },
    {
      ...base,
      currency: 'XP',
      amount: xp,
      from: { house: 'rewards' },
      to: player,
      type: 'xp_award',
      idempotencyKey: `attempt:${attempt.id}:xp`,
      description: `XP: ${about}`,
    },
  ];
}

/**
 * Ends a locked, active attempt: status, coins, XP, the domain event and the live events, all in the caller's
 * transaction. The lock, the status and the transfers' keys ensure that it happens only once, even if it is tried
 * again.
 */
export async function settleAttempt(
  tx: Tx,
  attempt: AttemptRow,
  { status, reason, baselineReading, decidedByReading, finalStats, copyHash }: Decision,
  deps: SettleDeps,
): Promise<void> {
  const { isPractice, entryFeeGC: fee, rewardGC: reward } = attempt;
  const settlement = toSettlement(reason, { fee, reward, isPractice }, attempt.rules);
  const finishedAs = status !== 'CANCELLED' && isFinished(reason) && !isPractice ? status : undefined;
  const xp = finishedAs ? deps.xp.finished + (status === 'SUCCESS' ? deps.xp.success : 0) : 0;
  const now = deps.clock.now();
  await updateAttempt(tx, attempt.id, {
    status: changedStatus(attempt.status, status),
    reason,
    completedAt: now,
    nextReadingAt: null,
    rewardGivenGC: settlement.rewardGC,
    refundGC: settlement.refundGC,
    processingFeeGC: settlement.processingFeeGC,
    xpGiven: xp,
    accountKey: attempt.accountKey,
    decidedStatus: status,
    decidedAt: now,
    baselineReading,
    decidedByReading,
    finalStats,
  });
  if (isPractice) return endPractice(tx, attempt, { status, reason });
  const movements = toMovements(attempt, { ...settlement, xp, copyHash });
  for (const movement of movements) await settle(tx, movement);
  if (finishedAs) {
    const { id: attemptId, playerId } = attempt;
    const at = now.toISOString();
    await publish(tx, 'challenge.finished', { attemptId, playerId, status: finishedAs, xp, at });
  }
  await publish(tx, 'challenge.decided', {
    attemptId: attempt.id,
    playerId: attempt.playerId,
    description: attempt.challengeDescription,
    status,
    reason,
    rewardGC: settlement.rewardGC,
    refundGC: settlement.refundGC,
  });
  await announceEnd(tx, attempt, status, settlement.rewardGC + settlement.refundGC);
}

/** Moves nothing; its event is only for the player's notification. */
async function endPractice(
  tx: Tx,
  attempt: AttemptRow,
  { status, reason }: Pick<Decision, 'status' | 'reason'>,
): Promise<void> {
  const { id: attemptId, playerId, challengeDescription: description, rewardGC } = attempt;
  await publish(tx, 'challenge.practised', {
    attemptId,
    playerId,
    description,
    status,
    reason,
    rewardGC,
  });
  await announceEnd(tx, attempt, status, 0);
}

/** Notifies the player's open pages of the end, and of coins if any moved. Call it last in a transaction. */
export async function announceEnd(
  tx: Tx,
  attempt: Pick<AttemptRow, 'id' | 'playerId' | 'challengeDescription' | 'isPractice'>,
  status: Decision['status'],
  deltaGC: number,
): Promise<void> {
  const { id: attemptId, playerId, challengeDescription: description } = attempt;
  await publishLive(tx, playerId, 'attempt', { attemptId, status });
  if (attempt.isPractice) return;
  await announceBalance(tx, playerId, { delta: deltaGC, currency: 'GC', description });
}
