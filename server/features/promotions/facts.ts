// SPDX-License-Identifier: Apache-2.0

import type { DomainEvents, Listeners } from '../../platform/jobs/outbox.ts';
import type { GetReturnedShare } from '../../ports.ts';
import { rankSoon } from './rank-players.ts';
import { type RewardDeps, rewardFact } from './rewards/reward-fact.ts';
import { rewardFirstSignIn } from './rewards/reward-first-sign-in.ts';
import { entirely, undoCause } from './rewards/undo-cause.ts';

/** Permanent names for the causes of rewards. */
const causes = {
  attempt: (attemptId: string) => `attempt:${attemptId}`,
  payment: (paymentId: string) => `payment:${paymentId}`,
  referral: (inviteeId: string, number: number) =>
    number === 1 ? `referral:${inviteeId}` : `referral:${inviteeId}:${number}`,
};

/**
 * A finished attempt: COMPLETE_CHALLENGE, and EARN_XP if it gave any XP. Both have the same cause, so a promotion with both
 * triggers pays once. Rewards from promotions are not facts, so no promotion can feed itself.
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

/** Coins were paid by card: BUY_COINS, and EARN_XP if XP came with them. */
export async function rewardPayment(
  { paymentId, playerId, xp, at }: DomainEvents['payment.credited'],
  deps: RewardDeps,
): Promise<void> {
  const triggers = xp === 0 ? (['BUY_COINS'] as const) : (['BUY_COINS', 'EARN_XP'] as const);
  await rewardFact({ playerId, triggers, cause: causes.payment(paymentId), at: new Date(at) }, deps);
}

/** An invited player finished a first challenge: REFER_FRIEND for the referrer. */
export async function rewardReferral(
  { inviteeId, referrerId, number = 1, at }: DomainEvents['referral.qualified'],
  deps: RewardDeps,
): Promise<void> {
  const cause = causes.referral(inviteeId, number);
  await rewardFact({ playerId: referrerId, triggers: ['REFER_FRIEND'], cause, at: new Date(at) }, deps);
}

/** Takes back the rewards for a voided attempt. */
export function undoVoidedChallenge(
  { attemptId }: DomainEvents['challenge.voided'],
  deps: RewardDeps,
): Promise<void> {
  return undoCause(causes.attempt(attemptId), async () => entirely, deps);
}

/** Takes back the rewards for a referral that no longer counts. */
export function undoReferralRewards(
  { inviteeId, number }: DomainEvents['referral.undone'],
  deps: RewardDeps,
): Promise<void> {
  return undoCause(causes.referral(inviteeId, number), async () => entirely, deps);
}

export interface PaymentDeps extends RewardDeps {
  /** The share of a card payment that is currently refunded or withheld by disputes. */
  getReturnedShare: GetReturnedShare;
}

/**
 * Takes back the same share of the reward as was refunded or disputed of the payment; a won dispute pays it again. It
 * reads the current share, so events may arrive in any order.
 */
export function undoReversedPayment(
  { paymentId }: DomainEvents['payment.reversed'],
  deps: PaymentDeps,
): Promise<void> {
  return undoCause(causes.payment(paymentId), (tx) => deps.getReturnedShare(tx, paymentId), deps);
}

/** Which domain events trigger or undo rewards. */
export function factListeners(deps: PaymentDeps) {
  return {
    'player.first-signed-in': (fact) => rewardFirstSignIn(fact, deps),
    'referral.qualified': (fact) => rewardReferral(fact, deps),
    'referral.undone': (fact) => undoReferralRewards(fact, deps),
    async 'challenge.finished'(fact) {
      await rewardFinishedChallenge(fact, deps);
      await rankSoon(deps);
    },
    // Has the same cause as the verdict, so a reward already given for the verdict is not given again.
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
