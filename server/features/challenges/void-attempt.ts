// SPDX-License-Identifier: Apache-2.0

import type { Attempt } from '../../../contract/challenges.ts';
import { type Movement, transfer } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import { type AdminChange, changeOnce } from '../../platform/db/admin-changes.ts';
import type { Replay } from '../../platform/db/answer-once.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/jobs/outbox.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import {
  type AttemptRow,
  findListedAttempt,
  lockAttempt,
  markVoided,
  updateAttempt,
} from './attempts/attempt-store.ts';
import { announceEnd, settle } from './attempts/settle-attempt.ts';
import { viewAttempt } from './attempts/views.ts';
import { unlistShare } from './receipts/shared-receipt-store.ts';
import { changedStatus, isActive } from './rules.ts';

export interface VoidDeps {
  db: Database;
  clock: Clock;
}

export interface VoidInput {
  actorId: string;
  attemptId: string;
  reason: string;
  /** Cheating: the entry fee is kept (product specification, section 9). */
  forfeitFee: boolean;
  idempotencyKey: string;
}

/**
 * Undoes an attempt: refunds the fee unless it is forfeited, and takes back a paid reward and XP, below zero if the
 * player has spent them (docs/rules/attempts.md, 35). Refuses `not_found`, `conflict_of_interest` for the
 * administrator's own attempt, and `attempt_not_voidable` if it is already cancelled.
 */
export function voidAttempt(input: VoidInput, deps: VoidDeps): Promise<Attempt | Refusal> {
  const { idempotencyKey, ...said } = input;
  const request = {
    playerId: input.actorId,
    key: idempotencyKey,
    input: { operation: 'challenge.void', ...said },
  };
  return deps.db.transaction<Attempt | Refusal>(async (tx) => {
    const attempt = await lockAttempt(tx, input.attemptId);
    const undoAttempt = async () => {
      if (!attempt) return refuse('not_found');
      if (attempt.playerId === input.actorId) return refuse('conflict_of_interest');
      if (attempt.status === 'CANCELLED') return refuse('attempt_not_voidable');
      const change = await undo(tx, attempt, input, deps);
      const listed = await findListedAttempt(tx, attempt.id);
      if (!listed) throw new Error('a locked attempt vanished');
      const answer = viewAttempt(listed);
      await announceEnd(tx, attempt, 'CANCELLED', answer.refundGC - attempt.rewardGivenGC);
      return { answer, change };
    };
    return changeOnce(tx, request, undoAttempt, createReplay(tx));
  });
}

/** Stored without the name of the player's game account, which would outlive their account. */
function createReplay(tx: Tx): Replay<Attempt, Omit<Attempt, 'epicId'>> {
  return {
    toKept: ({ epicId: _, ...kept }) => kept,
    async restore(kept) {
      const listed = await findListedAttempt(tx, kept._id);
      return { ...kept, epicId: listed?.accountName ?? '' };
    },
  };
}

async function undo(
  tx: Tx,
  attempt: AttemptRow,
  { actorId, reason, forfeitFee }: VoidInput,
  deps: VoidDeps,
): Promise<AdminChange> {
  const now = deps.clock.now();
  const refundGC = forfeitFee ? 0 : attempt.entryFeeGC;
  const wasActive = isActive(attempt.status);
  await updateAttempt(tx, attempt.id, {
    ...attempt,
    status: changedStatus(attempt.status, 'CANCELLED'),
    completedAt: attempt.completedAt ?? now,
    nextReadingAt: null,
    rewardGivenGC: 0,
    refundGC,
    xpGiven: 0,
  });
  await markVoided(tx, attempt.id, { at: now, by: actorId, reason, isFeeForfeited: forfeitFee });
  await unlistShare(tx, attempt.id);
  // The fee of a decided attempt has already left escrow.
  const feeAt = wasActive ? 'escrow' : 'fees';
  for (const movement of toReversals(attempt)) {
    const moved = await transfer(tx, movement);
    if (isRefusal(moved))
      throw new Error(`Reversal ${movement.idempotencyKey} was refused: ${moved.refused}`);
  }
  const fee = { currency: 'GC', from: { house: feeAt }, reference: attempt.id } as const;
  await settle(tx, {
    ...fee,
    amount: refundGC,
    to: { player: attempt.playerId },
    type: 'challenge_refund',
    idempotencyKey: `attempt:${attempt.id}:void-refund`,
    description: `Refund of a voided challenge: ${attempt.challengeDescription}`,
  });
  if (wasActive) {
    await settle(tx, {
      ...fee,
      amount: attempt.entryFeeGC - refundGC,
      to: { house: 'fees' },
      type: 'challenge_fee',
      idempotencyKey: `attempt:${attempt.id}:void-fee`,
      description: `Fee forfeited: ${attempt.challengeDescription}`,
    });
  }
  if (!attempt.isPractice) await tell(tx, attempt, refundGC);
  return {
    action: 'challenge.void',
    subject: `attempt:${attempt.id}`,
    before: { status: attempt.status, rewardGC: attempt.rewardGivenGC, xp: attempt.xpGiven },
    after: { status: 'CANCELLED', refundGC, isFeeForfeited: forfeitFee },
    reason,
  };
}

/** Voiding a running attempt ends it. If it had already ended, other features undo its effects. */
function tell(tx: Tx, attempt: AttemptRow, refundGC: number): Promise<void> {
  const { id: attemptId, playerId, challengeDescription: description, rewardGivenGC: rewardGC } = attempt;
  const about = { attemptId, playerId, description, rewardGC, refundGC };
  return isActive(attempt.status)
    ? publish(tx, 'challenge.decided', { ...about, status: 'CANCELLED', reason: 'voided' })
    : publish(tx, 'challenge.voided', about);
}

/** Reversals of what a decided attempt paid. */
function toReversals(attempt: AttemptRow): Movement[] {
  const taken = [
    { currency: 'GC', amount: attempt.rewardGivenGC, what: 'reward' },
    { currency: 'XP', amount: attempt.xpGiven, what: 'xp' },
  ] as const;
  return taken
    .filter(({ amount }) => amount > 0)
    .map(({ currency, amount, what }) => ({
      currency,
      amount,
      from: { player: attempt.playerId },
      to: { house: 'rewards' },
      type: 'reversal',
      reference: attempt.id,
      idempotencyKey: `attempt:${attempt.id}:void-${what}`,
      description: `Voided challenge: ${attempt.challengeDescription}`,
      mayGoBelowZero: true,
    }));
}
