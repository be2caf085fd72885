import type { DomainEvents } from '../../platform/jobs/domain-events.ts';
import { type RewardDeps, rewardFact } from './reward-fact.ts';
import { undoCause } from './undo-cause.ts';

/** Names for ever what caused a reward. */
const causes = {
  attempt: (attemptId: string) => `attempt:${attemptId}`,
  payment: (paymentId: string) => `payment:${paymentId}`,
  referral: (inviteeId: string) => `referral:${inviteeId}`,
};

/**
 * A finished attempt: COMPLETE_CHALLENGE, and EARN_XP where it gave any. One cause for both, so an event that names
 * both pays once. Rewards of events are no such facts, so no event feeds itself.
 */
export async function rewardFinishedChallenge(
  { attemptId, playerId, xp, at }: DomainEvents['challenge.finished'],
  deps: RewardDeps,
): Promise<void> {
  const triggers = xp > 0 ? (['COMPLETE_CHALLENGE', 'EARN_XP'] as const) : (['COMPLETE_CHALLENGE'] as const);
  await rewardFact({ playerId, triggers, cause: causes.attempt(attemptId), at: new Date(at) }, deps);
}

/** Coins that were paid by card: BUY_COINS, and EARN_XP for the XP that comes with them. */
export async function rewardPayment(
  { paymentId, playerId, at }: DomainEvents['payment.credited'],
  deps: RewardDeps,
): Promise<void> {
  const triggers = ['BUY_COINS', 'EARN_XP'] as const;
  await rewardFact({ playerId, triggers, cause: causes.payment(paymentId), at: new Date(at) }, deps);
}

/** A friend who finished a first challenge: REFER_FRIEND for whoever invited them. */
export async function rewardReferral(
  { inviteeId, referrerId, at }: DomainEvents['referral.qualified'],
  deps: RewardDeps,
): Promise<void> {
  const cause = causes.referral(inviteeId);
  await rewardFact({ playerId: referrerId, triggers: ['REFER_FRIEND'], cause, at: new Date(at) }, deps);
}

/** A voided attempt takes back what events gave for it. */
export function undoVoidedChallenge(
  { attemptId }: DomainEvents['challenge.voided'],
  deps: RewardDeps,
): Promise<void> {
  return undoCause(causes.attempt(attemptId), deps);
}

/** A refunded or disputed payment does too; what was given for it does not come back with a won dispute. */
export async function undoReversedPayment(
  { paymentId, coins }: DomainEvents['payment.reversed'],
  deps: RewardDeps,
): Promise<void> {
  if (coins > 0) await undoCause(causes.payment(paymentId), deps);
}
