// SPDX-License-Identifier: Apache-2.0

import type { PlayerPromotion, promotionPhases } from '../../../contract/promotions.ts';
import { deeds } from '../../../contract/triggers.ts';
import { formatAmount, plural } from '../../lib/format.ts';

export type Phase = (typeof promotionPhases)[number];

type Ruled = Pick<PlayerPromotion, 'triggers' | 'autoRun' | 'eventConfig'>;

/** Whether it pays places on a board instead of single rewards. */
export function isByRank({ triggers }: Pick<PlayerPromotion, 'triggers'>): boolean {
  return triggers.includes('ACTIVITY_WEEKLY');
}

/** A promotion's rules in words, one sentence each: what to do, how often it counts, when it pays. */
export function describeRules(promotion: Ruled): string[] {
  const { triggers, autoRun } = promotion;
  const lines = triggers.map((trigger) => deeds[trigger]);
  if (triggers.length > 1) lines.push('Actions that match several of these are rewarded once');
  if (isByRank(promotion)) {
    lines.push('On equal XP, the player who got there first leads');
    lines.push(autoRun ? 'Paid a minute after the end' : 'Sent by our team after the end');
    return lines;
  }
  if (triggers.every((trigger) => trigger.startsWith('FIRST_LOGIN'))) {
    lines.push('Once per Google or Discord account');
  }
  const caps = describeCaps(promotion);
  if (caps) lines.push(caps);
  lines.push(autoRun ? 'Paid instantly' : 'Collected until our team sends the rewards');
  return lines;
}

function describeCaps({ eventConfig: { userCap, dailyCap } }: Ruled): string | undefined {
  const daily = dailyCap > 0 && `${plural(dailyCap, 'reward')} a day (UTC)`;
  const inAll = userCap > 0 && `${plural(userCap, 'reward')} in all`;
  const caps = [daily, inAll].filter(Boolean).join(', ');
  return caps && `At most ${caps}`;
}

/** "100 × 1.5", if there is a multiplier. */
export function multiplied({ eventConfig: { rewardAmount, multiplier } }: Ruled): string | null {
  return multiplier === 1 ? null : `${formatAmount(rewardAmount)} × ${multiplier}`;
}

export interface Count {
  label: string;
  count: number;
  /** The maximum; 0: no limit. */
  cap: number;
}

/** The player's number of rewards next to the caps. */
export function getCounts({ eventConfig, mine }: Pick<PlayerPromotion, 'eventConfig' | 'mine'>): Count[] {
  const { userCap, dailyCap } = eventConfig;
  const inAll = { label: 'Rewards so far', count: mine.rewards, cap: userCap };
  return dailyCap > 0 ? [{ label: 'Today', count: mine.today, cap: dailyCap }, inAll] : [inAll];
}

/** A promotion's current phase, calculated because time passes while the answer is cached. */
export function phaseAt(promotion: Pick<PlayerPromotion, 'phase' | 'startDate' | 'endDate'>, now: number) {
  if (promotion.phase === 'finished' || Date.parse(promotion.endDate) <= now) return 'finished';
  return Date.parse(promotion.startDate) <= now ? 'active' : 'upcoming';
}
