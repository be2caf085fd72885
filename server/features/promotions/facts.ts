// SPDX-License-Identifier: Apache-2.0

import type { DomainEvents, Listeners } from '../../platform/jobs/outbox.ts';
import type { GetReturnedShare } from '../../ports.ts';
import { rankSoon } from './rank-players.ts';
import { type RewardDeps, rewardFact } from './rewards/reward-fact.ts';
import { rewardFirstSignIn } from './rewards/reward-first-sign-in.ts';
import { entirely, undoCause } from './rewards/undo-cause.ts';

/** Names for ever what caused a reward. */
const causes = {
  attempt: (attemptId: string) => `attempt:${attemptId}`,
  payment: (paymentId: string) => `payment:${paymentId}`,
  referral: (inviteeId: string, number: number) =>
    number === 1 ? `referral:${inviteeId}` : `referral:${inviteeId}:${number}`,
};

/**
 * A finished attempt: COMPLETE_CHALLENGE, and EARN_XP where it gave any. One cause for both, so a promotion that names
 * both pays once. Rewards of promotions are no such facts, so no promotion feeds itself.
 */
export async function rewardFinishedChallenge(
  {
    attemptId,
    playerId,
    xp,
    at,
  }: Pick<DomainEvents['challenge.finished'], 'attemptId' | 'playerId' | 'xp' | 'at'>,
  deps: RewardDeps,
  isRuling = false,
): Promise<void> {
  const triggers = xp > 0 ? (['COMPLETE_CHALLENGE', 'EARN_XP'] as const) : (['COMPLETE_CHALLENGE'] as const);
  const cause = causes.attempt(attemptId);
  await rewardFact({ playerId, triggers, cause, at: new Date(at), isRuling }, deps);
}

/** Coins that were paid by card: BUY_COINS, and EARN_XP where XP came with them. */
export async function rewardPayment(
  { paymentId, playerId, xp, at }: DomainEvents['payment.credited'],
  deps: RewardDeps,
): Promise<void> {
  const triggers = xp === 0 ? (['BUY_COINS'] as const) : (['BUY_COINS', 'EARN_XP'] as const);
  await rewardFact({ playerId, triggers, cause: causes.payment(paymentId), at: new Date(at) }, deps);
}

/** A friend who finished a first challenge: REFER_FRIEND for the one who invited them. */
export async function rewardReferral(
  { inviteeId, referrerId, number = 1, at }: DomainEvents['referral.qualified'],
  deps: RewardDeps,
): Promise<void> {
  const cause = causes.referral(inviteeId, number);
  await rewardFact({ playerId: referrerId, triggers: ['REFER_FRIEND'], cause, at: new Date(at) }, deps);
}

/** A voided attempt takes back what promotions gave for it. */
export function undoVoidedChallenge(
  { attemptId }: DomainEvents['challenge.voided'],
  deps: RewardDeps,
): Promise<void> {
  return undoCause(causes.attempt(attemptId), async () => entirely, deps);
}

/** A referral that does not count any more takes back what promotions gave for it. */
export function undoReferralRewards(
  { inviteeId, number }: DomainEvents['referral.undone'],
  deps: RewardDeps,
): Promise<void> {
  return undoCause(causes.referral(inviteeId, number), async () => entirely, deps);
}

export interface PaymentDeps extends RewardDeps {
  getReturnedShare: GetReturnedShare;
}

/**
 * A refunded or disputed payment takes back the same share of it, and a won dispute gives it again. What counts is how
 * much of the payment is gone when this is told, so the words may come in any order.
 */
export function undoReversedPayment(
  { paymentId }: DomainEvents['payment.reversed'],
  deps: PaymentDeps,
): Promise<void> {
  return undoCause(causes.payment(paymentId), (tx) => deps.getReturnedShare(tx, paymentId), deps);
}

/** Which domain event fires or undoes what. */
export function factListeners(deps: PaymentDeps) {
  return {
    'player.first-signed-in': (fact) => rewardFirstSignIn(fact, deps),
    'referral.qualified': (fact) => rewardReferral(fact, deps),
    'referral.undone': (fact) => undoReferralRewards(fact, deps),
    async 'challenge.finished'(fact) {
      await rewardFinishedChallenge(fact, deps);
      await rankSoon(deps);
    },
    // One cause with the verdict's word: what was rewarded for that is not rewarded again.
    async 'challenge.overturned'(fact) {
      await rewardFinishedChallenge(fact, deps, true);
      await rankSoon(deps);
    },
    async 'challenge.voided'(fact) {
      await undoVoidedChallenge(fact, deps);
      await rankSoon(deps);
    },
    'payment.credited': (fact) => rewardPayment(fact, deps),
    'payment.reversed': (fact) => undoReversedPayment(fact, deps),
  } satisfies Listeners;
}
