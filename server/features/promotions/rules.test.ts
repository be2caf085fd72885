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
])('%s', (_what, limits, had, expected) => {
  expect(mayReward(10, limits, had)).toBe(expected);
});

it('never rewards nothing, and one is something', () => {
  expect([0, 1].map((amount) => mayReward(amount, none, { inAll: 0, thatDay: 0 }))).toEqual([false, true]);
});

it('knows what a first sign-in triggers', () => {
  expect(firstSignInTriggers('google', true)).toEqual(['FIRST_LOGIN', 'FIRST_LOGIN_GOOGLE']);
  expect(firstSignInTriggers('discord', false)).toEqual(['FIRST_LOGIN_DISCORD']);
  expect(firstSignInTriggers('google', false)).toEqual(['FIRST_LOGIN_GOOGLE']);
});

it('takes the day in UTC', () => {
  const { from, until } = utcDay(new Date('2026-06-15T23:59:59.999Z'));
  expect([from.toISOString(), until.toISOString()]).toEqual([
    '2026-06-15T00:00:00.000Z',
    '2026-06-16T00:00:00.000Z',
  ]);
});

it('pays from a budget whole rewards alone, from the first on, to its last coin', () => {
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
  ['begins this moment', { ...running, startsAt: now }, 'active', 'ACTIVE'],
  ['begins in a moment', { ...running, startsAt: at(1), endsAt: at(2) }, 'upcoming', 'UPCOMING'],
  ['ends this moment', { ...running, endsAt: now }, 'finished', 'FINISHED'],
  ['is being sent', { ...running, sendingSince: at(-1) }, 'finished', 'FINISHED'],
  ['is completed', { ...running, isCompleted: true }, 'finished', 'COMPLETED'],
  ['is completed and off', { ...running, isCompleted: true, isActive: false }, 'finished', 'COMPLETED'],
  ['is off', { ...running, isActive: false }, 'active', 'INACTIVE'],
] as const)('where it %s', (_what, promotion, phase, status) => {
  expect([getPhase(promotion, now), toPromotionStatus(promotion, now)]).toEqual([phase, status]);
});

it('ranks for the trigger of places alone', () => {
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
  ['a new one: its budget', terms, undefined, 100, 100],
  ['without end', config({ budget: null }), undefined, null, 0],
  ['places, with any budget', places, undefined, 900, 900],
  ['paid in XP', config({ rewardType: 'XP' }), undefined, 0, 0],
  ['sent by an administrator', { ...terms, autoRun: false }, undefined, 0, 0],
  ['a larger budget', config({ budget: 130 }), terms, 130, 30],
  ['the same budget', terms, terms, 0, 0],
  ['a smaller budget', config({ budget: 70 }), terms, 0, 0],
  ['no budget any more', config({ budget: null }), terms, null, 0],
  ['a budget where there was none', terms, config({ budget: null }), 0, 0],
  ['without end as before', config({ budget: null }), config({ budget: null }), 0, 0],
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
    'without end and for longer',
    { ...config({ budget: null }), endDate: '2026-06-08T00:00:00.001Z' },
    config({ budget: null }),
    null,
    0,
  ],
  [
    'without end and from earlier on',
    { ...config({ budget: null }), startDate: '2026-05-31T23:59:59Z' },
    config({ budget: null }),
    null,
    0,
  ],
  [
    'without end and for fewer days',
    { ...config({ budget: null }), startDate: '2026-06-02T00:00:00Z', endDate: '2026-06-07T00:00:00Z' },
    config({ budget: null }),
    0,
    0,
  ],
  ['a budget, for longer', { ...terms, endDate: '2026-07-01T00:00:00Z' }, terms, 0, 0],
  ['without end and dearer', config({ budget: null, rewardAmount: 11 }), config({ budget: null }), null, 0],
  ['sent by itself from now on', terms, { ...terms, autoRun: false }, 100, 100],
] as [string, Terms, Terms | undefined, number | null, number][])(
  'measures what it may pay by itself: %s',
  (_what, promotion, before, coins, made) => {
    expect(measureRaise(promotion, before)).toEqual({
      kind: 'payout',
      coins,
      makes: { way: 'events', coins: made },
    });
  },
);
