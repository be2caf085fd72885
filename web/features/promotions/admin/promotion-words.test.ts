// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import type { AdminPromotion } from '../../../../contract/promotions-admin.ts';
import { budgetWords, getMode, getState, isUnder, limitWords, timeLeftWords } from './promotion-words.ts';

const sending = { state: 'sending', secondsLeft: null, isStandingStill: false } as const;

it.each([
  [sending, 'Just started.'],
  [{ ...sending, secondsLeft: 12 }, 'Less than a minute left.'],
  [{ ...sending, secondsLeft: 61 }, 'About 2 minutes left.'],
  [{ ...sending, secondsLeft: 60 }, 'About 1 minute left.'],
  [{ ...sending, secondsLeft: 60, isStandingStill: true }, 'Paused right now. It continues automatically.'],
  [{ ...sending, state: 'sent', isStandingStill: true } as const, 'All is sent.'],
])('describes %o as: %s', (state, words) => {
  expect(timeLeftWords(state)).toBe(words);
});

it.each([
  [{ isCompleted: true, isSending: true }, 'Completed'],
  [{ isSending: true, isActive: false }, 'Being sent'],
  [{ isActive: false, phase: 'upcoming' }, 'Inactive'],
  [{ phase: 'upcoming' }, 'Coming up'],
  [{ phase: 'active' }, 'Running'],
  [{ phase: 'over', autoRun: true }, 'Being completed'],
  [{ phase: 'over', autoRun: false }, 'To be sent'],
])('shows the state of a promotion with %o as: %s', (promotion, word) => {
  expect(getState({ isActive: true, ...promotion } as AdminPromotion)).toBe(word);
});

it('describes how rewards are paid, and their limits', () => {
  expect([getMode({ autoRun: true }), getMode({ autoRun: false })]).toEqual(['Auto', 'Manual']);
  expect([limitWords(0), limitWords(1_500)]).toEqual(['No limit', '1,500']);
  const words = (budget: number | null) =>
    budgetWords({ budgetSpent: 1_200, eventConfig: { budget, rewardType: 'GC' } } as AdminPromotion);
  expect([words(null), words(50_000)]).toEqual(['1,200 GC, no limit', '1,200 of 50,000 GC']);
});

it.each([
  [{ isActive: true, autoRun: true }, ['active']],
  [{ isActive: false, autoRun: true }, ['inactive']],
  [{ isActive: true, autoRun: false }, ['active', 'send']],
  [{ isActive: true, autoRun: false, isCompleted: true }, ['active']],
  [{ isActive: false, autoRun: true, isSending: true }, ['inactive', 'send']],
])('lists a promotion with %o under %j', (promotion, tabs) => {
  const whole = { isCompleted: false, isSending: false, ...promotion } as AdminPromotion;
  expect((['active', 'inactive', 'send'] as const).filter((tab) => isUnder(tab, whole)).toSorted()).toEqual(
    tabs,
  );
});
