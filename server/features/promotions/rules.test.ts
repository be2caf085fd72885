import { expect, it } from 'vitest';
import { firstSignInTriggers, getReward, mayReward, utcDay } from './rules.ts';

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
  ['at the cap of the day', { ...none, dailyCap: 1 }, { inAll: 1, thatDay: 1 }, false],
  ['a new day', { ...none, dailyCap: 1 }, { inAll: 1, thatDay: 0 }, true],
  ['budget just enough', { ...none, budgetLeft: 10 }, { inAll: 0, thatDay: 0 }, true],
  ['budget too small', { ...none, budgetLeft: 9 }, { inAll: 0, thatDay: 0 }, false],
])('%s', (_what, limits, had, expected) => {
  expect(mayReward(10, limits, had)).toBe(expected);
});

it('never rewards nothing', () => {
  expect(mayReward(0, none, { inAll: 0, thatDay: 0 })).toBe(false);
});

it('knows what a first sign-in triggers', () => {
  expect(firstSignInTriggers('google', true)).toEqual(['FIRST_LOGIN', 'FIRST_LOGIN_GOOGLE']);
  expect(firstSignInTriggers('discord', false)).toEqual(['FIRST_LOGIN_DISCORD']);
});

it('takes the day in UTC', () => {
  const { from, until } = utcDay(new Date('2026-06-15T23:59:59.999Z'));
  expect([from.toISOString(), until.toISOString()]).toEqual([
    '2026-06-15T00:00:00.000Z',
    '2026-06-16T00:00:00.000Z',
  ]);
});
