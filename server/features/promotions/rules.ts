// SPDX-License-Identifier: Apache-2.0

import type { PromotionInput } from '../../../contract/promotion-terms.ts';
import type { PromotionStatus } from '../../../contract/promotions.ts';
import type { Trigger } from '../../../contract/triggers.ts';

/**
 * A fact about a player that promotions may pay for. `cause` identifies it permanently: one reward per promotion and
 * cause.
 */
export interface Fact {
  playerId: string;
  triggers: readonly Trigger[];
  cause: string;
  at: Date;
  /** It results from a ruling, possibly weeks later: completed promotions no longer give anything for it. */
  isRuling?: boolean;
}

/**
 * The triggers of an identity's first sign-in. Only a player's very first one is a FIRST_LOGIN; a second provider
 * linked to the same account only triggers that provider's own promotion.
 */
export function firstSignInTriggers(provider: 'google' | 'discord', isPlayersFirst: boolean): Trigger[] {
  const own: Trigger = provider === 'google' ? 'FIRST_LOGIN_GOOGLE' : 'FIRST_LOGIN_DISCORD';
  return isPlayersFirst ? ['FIRST_LOGIN', own] : [own];
}

/**
 * One reward in whole coins or XP: amount x multiplier, rounded down (docs/rules/events.md, 2).
 * @param multiplier at most two decimals; computed in hundredths so that no coin depends on floating-point rounding
 */
export function getReward({
  rewardAmount,
  multiplier,
}: {
  rewardAmount: number;
  multiplier: number;
}): number {
  const hundredths = BigInt(rewardAmount) * BigInt(Math.round(multiplier * 100));
  return Number(hundredths / 100n);
}

export interface Limits {
  /** Rewards per player in total, and per player and UTC day; 0 means no limit. */
  userCap: number;
  dailyCap: number;
  /** Coins or XP that the promotion may still pay; null means no limit. */
  budgetLeft: number | null;
}

/** Whether one more reward of `amount` is within a promotion's limits. */
export function mayReward(amount: number, limits: Limits, had: { inAll: number; thatDay: number }): boolean {
  if (amount <= 0) return false;
  if (limits.userCap > 0 && had.inAll >= limits.userCap) return false;
  if (limits.dailyCap > 0 && had.thatDay >= limits.dailyCap) return false;
  return limits.budgetLeft === null || amount <= limits.budgetLeft;
}

/** As many of `rewards`, from the first, as a budget can pay in full; null means no limit. */
export function withinBudget<Reward extends { amount: number }>(
  rewards: readonly Reward[],
  budgetLeft: number | null,
): Reward[] {
  if (budgetLeft === null) return [...rewards];
  let left = budgetLeft;
  return rewards.filter(({ amount }) => {
    if (amount > left) return false;
    left -= amount;
    return true;
  });
}

/** The UTC day of `at`: from, until (excluded). */
export function utcDay(at: Date): { from: Date; until: Date } {
  const from = new Date(at);
  from.setUTCHours(0, 0, 0, 0);
  return { from, until: new Date(from.getTime() + 24 * 3_600_000) };
}

/**
 * How long after its end a promotion is completed, since a fact from its last moment may still arrive. Places are
 * ranked only once, so they must wait for it.
 */
export const lateFactGraceMs = 60_000;

/** Whether a promotion pays by places on a board instead of single rewards. */
export function isByRank({ triggers }: { triggers: readonly Trigger[] }): boolean {
  return triggers.includes('ACTIVITY_WEEKLY');
}

/**
 * The phase of a promotion at `now`. A promotion that is completed, or whose rewards are being sent, is finished, even
 * before its end date.
 */
export function getPhase(
  promotion: { startsAt: Date; endsAt: Date; isCompleted: boolean; sendingSince: Date | null },
  now: Date,
): 'upcoming' | 'active' | 'finished' {
  if (promotion.isCompleted || promotion.sendingSince || promotion.endsAt <= now) return 'finished';
  return promotion.startsAt > now ? 'upcoming' : 'active';
}

const statusByPhase = { upcoming: 'UPCOMING', active: 'ACTIVE', finished: 'FINISHED' } as const;

/** The same as a status, which also covers inactive and completed promotions (product specification, section 3). */
export function toPromotionStatus(
  promotion: Parameters<typeof getPhase>[0] & { isActive: boolean },
  now: Date,
): PromotionStatus {
  if (promotion.isCompleted) return 'COMPLETED';
  return promotion.isActive ? statusByPhase[getPhase(promotion, now)] : 'INACTIVE';
}

type Paying = Pick<
  PromotionInput,
  'triggers' | 'autoRun' | 'leaderboardRewards' | 'eventConfig' | 'startDate' | 'endDate'
>;

/**
 * The most coins that a promotion may pay automatically; null if unlimited. Rewards that an administrator sends are
 * checked at sending.
 */
function coinsPaidAlone({ triggers, autoRun, leaderboardRewards, eventConfig }: Paying): number | null {
  if (!autoRun || eventConfig.rewardType !== 'GC') return 0;
  if (!isByRank({ triggers })) return eventConfig.budget;
  return leaderboardRewards.reduce((sum, reward) => sum + reward, 0);
}

/** The measures of creating or changing a promotion: see docs/rules/approvals.md, 1, and coin-limits.md, 1. */
export function measureRaise(promotion: Paying, before?: Paying) {
  const coins = raisedCoins(promotion, before);
  const was = (before && coinsPaidAlone(before)) ?? 0;
  return {
    kind: 'payout' as const,
    coins,
    makes: { way: 'events' as const, coins: Math.max(0, (coins ?? 0) - was) },
  };
}

/**
 * The most coins that it may pay automatically if a change raises that, otherwise 0. If it is unlimited, any change of
 * terms or an extension counts as a raise.
 */
function raisedCoins(promotion: Paying, before?: Paying): number | null {
  const coins = coinsPaidAlone(promotion);
  if (!before) return coins;
  const was = coinsPaidAlone(before);
  if (coins === null) {
    // Compared field by field, because stored JSON returns fields in a different order.
    const toTerms = ({
      triggers,
      eventConfig: { rewardType, rewardAmount, multiplier, userCap, dailyCap },
    }: Paying) =>
      JSON.stringify([[...triggers].sort(), rewardType, rewardAmount, multiplier, userCap, dailyCap]);
    const isLonger =
      Date.parse(promotion.startDate) < Date.parse(before.startDate) ||
      Date.parse(promotion.endDate) > Date.parse(before.endDate);
    return was === null && !isLonger && toTerms(promotion) === toTerms(before) ? 0 : null;
  }
  return was === null || coins <= was ? 0 : coins;
}
