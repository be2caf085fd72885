// SPDX-License-Identifier: Apache-2.0

import type { AdminPromotion, Sending } from '../../../../contract/promotions-admin.ts';
import { formatAmount, plural } from '../../../lib/format.ts';

export const promotionTabs = ['active', 'inactive', 'send', 'schedule'] as const;
export type PromotionTab = (typeof promotionTabs)[number];

/** The promotions of a sub-tab (product specification, section 4.5). */
export function isUnder(
  tab: PromotionTab,
  { isActive, autoRun, isCompleted, isSending }: AdminPromotion,
): boolean {
  if (tab === 'send') return isSending || (!autoRun && !isCompleted);
  return isActive === (tab === 'active');
}

/** Whether rewards are paid immediately or sent by an administrator (product specification, section 4.5). */
export function getMode({ autoRun }: Pick<AdminPromotion, 'autoRun'>): string {
  return autoRun ? 'Auto' : 'Manual';
}

/** A promotion's state, in a word. */
export function getState({ isCompleted, isSending, isActive, autoRun, phase }: AdminPromotion): string {
  if (isCompleted) return 'Completed';
  if (isSending) return 'Being sent';
  if (!isActive) return 'Inactive';
  if (phase === 'upcoming') return 'Coming up';
  if (phase === 'active') return 'Running';
  return autoRun ? 'Being completed' : 'To be sent';
}

/** "About 3 minutes left" */
export function timeLeftWords({
  state,
  secondsLeft,
  isStandingStill,
}: Pick<Sending, 'state' | 'secondsLeft' | 'isStandingStill'>): string {
  if (state === 'sent') return 'All is sent.';
  if (isStandingStill) return 'Paused right now. It continues automatically.';
  if (secondsLeft === null) return 'Just started.';
  if (secondsLeft < 60) return 'Less than a minute left.';
  return `About ${plural(Math.ceil(secondsLeft / 60), 'minute')} left.`;
}

/** In the product, 0 means "no limit". */
export function limitWords(limit: number): string {
  return limit === 0 ? 'No limit' : formatAmount(limit);
}

/** "1,200 of 50,000 GC"; "1,200 GC, no limit" */
export function budgetWords({ budgetSpent, eventConfig: { budget, rewardType } }: AdminPromotion): string {
  const spent = formatAmount(budgetSpent);
  return budget === null
    ? `${spent} ${rewardType}, no limit`
    : `${spent} of ${formatAmount(budget)} ${rewardType}`;
}
