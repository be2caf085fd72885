// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import {
  firstSignInTriggers,
  getPhase,
  getReward,
  isByRank,
  mayReward,
  measureRaise,
  toPromotionStatus,
  utcDay,
  withinBudget,
} from './rules.ts';

it.each([
  [500, 1, 500],
  [33, 1.5, 49],
  [10, 1.15, 11],
  [100, 0.29, 29],
  [9_007_199_254_740, 1, 9_007_199_254_740],
  [0, 2, 0],
])('%i x %d is %i whole coins', (rewardAmount, multiplier, expected) => {
  expect(getReward({ rewardAmount, multiplier })).toBe(expected);
});

const none = { userCap: 0, dailyCap: 0, budgetLeft: null };
it.each([
  ['no limits', none, { inAll: 99, thatDay: 99 }, true],
  ['below the cap', { ...none, userCap: 2 }, { inAll: 1, thatDay: 1 }, true],
  ['at the cap', { ...none, userCap: 2 }, { inAll: 2, thatDay: 0 }, false],
  ['at the smallest cap', { ...none, userCap: 1 }, { inAll: 1, thatDay: 0 }, false],
  ['at the cap of the day', { ...none, dailyCap: 1 }, { inAll: 1, thatDay: 1 }, false],
  ['a new day', { ...none, dailyCap: 1 }, { inAll: 1, thatDay: 0 }, true],
  ['budget just enough', { ...none, budgetLeft: 10 }, { inAll: 0, thatDay: 0 }, true],
  ['budget too small', { ...none, budgetLeft: 9 }, { inAll: 0, thatDay: 0 }, false],
])('allows a reward within its limits: %s', (_what, limits, had, expected) => {
  expect(mayReward(10, limits, had)).toBe(expected);
});

it('rewards one coin but never zero', () => {
  expect([0, 1].map((amount) => mayReward(amount, none, { inAll: 0, thatDay: 0 }))).toEqual([false, true]);
});

it('lists the triggers of a first sign-in', () => {
  expect(firstSignInTriggers('google', true)).toEqual(['FIRST_LOGIN', 'FIRST_LOGIN_GOOGLE']);
  expect(firstSignInTriggers('discord', false)).toEqual(['FIRST_LOGIN_DISCORD']);
  expect(firstSignInTriggers('google', false)).toEqual(['FIRST_LOGIN_GOOGLE']);
});

it('uses UTC days', () => {
  const { from, until } = utcDay(new Date('2026-06-15T23:59:59.999Z'));
  expect([from.toISOString(), until.toISOString()]).toEqual([
    '2026-06-15T00:00:00.000Z',
    '2026-06-16T00:00:00.000Z',
  ]);
});

it('pays whole rewards in order while they fit the budget, to its last coin', () => {
  const rewards = [5, 9, 3, 1].map((amount) => ({ amount }));
  const paid = (budgetLeft: number | null) => withinBudget(rewards, budgetLeft).map(({ amount }) => amount);
  expect(paid(null)).toEqual([5, 9, 3, 1]);
  expect(paid(8)).toEqual([5, 3]);
  expect(paid(9)).toEqual([5, 3, 1]);
  expect(paid(0)).toEqual([]);
});

const now = new Date('2026-06-15T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const running = {
  startsAt: at(-1),
  endsAt: at(1),
  isCompleted: false,
  sendingSince: null as Date | null,
  isActive: true,
};
it.each([
  ['runs', running, 'active', 'ACTIVE'],
  ['starts now', { ...running, startsAt: now }, 'active', 'ACTIVE'],
  ['starts soon', { ...running, startsAt: at(1), endsAt: at(2) }, 'upcoming', 'UPCOMING'],
  ['ends now', { ...running, endsAt: now }, 'finished', 'FINISHED'],
  ['is being sent', { ...running, sendingSince: at(-1) }, 'finished', 'FINISHED'],
  ['is completed', { ...running, isCompleted: true }, 'finished', 'COMPLETED'],
  ['is completed and inactive', { ...running, isCompleted: true, isActive: false }, 'finished', 'COMPLETED'],
  ['is inactive', { ...running, isActive: false }, 'active', 'INACTIVE'],
] as const)('shows the phase of an event that %s', (_what, promotion, phase, status) => {
  expect([getPhase(promotion, now), toPromotionStatus(promotion, now)]).toEqual([phase, status]);
});

it('ranks only for the leaderboard trigger', () => {
  expect(isByRank({ triggers: ['EARN_XP', 'ACTIVITY_WEEKLY'] })).toBe(true);
  expect(isByRank({ triggers: ['EARN_XP', 'BUY_COINS'] })).toBe(false);
});

const eventConfig = {
  rewardType: 'GC' as 'GC' | 'XP',
  rewardAmount: 10,
  multiplier: 1,
  userCap: 0,
  dailyCap: 0,
  budget: 100 as number | null,
};
type Terms = Parameters<typeof measureRaise>[0];
const terms: Terms = {
  triggers: ['BUY_COINS', 'EARN_XP'],
  autoRun: true,
  leaderboardRewards: [],
  eventConfig,
  startDate: '2026-06-01T00:00:00Z',
  endDate: '2026-06-08T00:00:00Z',
};
const config = (parts: Partial<typeof eventConfig>): Terms => ({
  ...terms,
  eventConfig: { ...eventConfig, ...parts },
});
const places: Terms = {
  ...terms,
  triggers: ['ACTIVITY_WEEKLY'],
  leaderboardRewards: [500, 300, 100],
};
it.each([
  ['the budget of a new event', terms, undefined, 100, 100],
  ['no budget, so no limit', config({ budget: null }), undefined, null, 0],
  ['the sum of the places, whatever the budget', places, undefined, 900, 900],
  ['zero when paid in XP', config({ rewardType: 'XP' }), undefined, 0, 0],
  ['zero when an administrator sends it', { ...terms, autoRun: false }, undefined, 0, 0],
  ['a larger budget', config({ budget: 130 }), terms, 130, 30],
  ['the same budget', terms, terms, 0, 0],
  ['a smaller budget', config({ budget: 70 }), terms, 0, 0],
  ['a removed budget', config({ budget: null }), terms, null, 0],
  ['a new budget for an event without one', terms, config({ budget: null }), 0, 0],
  ['unchanged without a budget', config({ budget: null }), config({ budget: null }), 0, 0],
  [
    'without end and the same triggers',
    { ...config({ budget: null }), triggers: ['EARN_XP', 'BUY_COINS'] },
    config({ budget: null }),
    0,
    0,
  ],
  [
    'without end and other triggers',
    { ...config({ budget: null }), triggers: ['EARN_XP'] },
    config({ budget: null }),
    null,
    0,
  ],
  [
    'without a budget and longer',
    { ...config({ budget: null }), endDate: '2026-06-08T00:00:00.001Z' },
    config({ budget: null }),
    null,
    0,
  ],
  [
    'without a budget and starting earlier',
    { ...config({ budget: null }), startDate: '2026-05-31T23:59:59Z' },
    config({ budget: null }),
    null,
    0,
  ],
  [
    'without a budget and shorter',
    { ...config({ budget: null }), startDate: '2026-06-02T00:00:00Z', endDate: '2026-06-07T00:00:00Z' },
    config({ budget: null }),
    0,
    0,
  ],
  ['longer with a budget', { ...terms, endDate: '2026-07-01T00:00:00Z' }, terms, 0, 0],
  [
    'without a budget and with higher rewards',
    config({ budget: null, rewardAmount: 11 }),
    config({ budget: null }),
    null,
    0,
  ],
  ['changed to automatic payment', terms, { ...terms, autoRun: false }, 100, 100],
] as [string, Terms, Terms | undefined, number | null, number][])(
  'measures the automatic payout: %s',
  (_what, promotion, before, coins, made) => {
    expect(measureRaise(promotion, before)).toEqual({
      kind: 'payout',
      coins,
      makes: { way: 'events', coins: made },
    });
  },
);
