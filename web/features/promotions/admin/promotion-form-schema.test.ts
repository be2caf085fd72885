// SPDX-License-Identifier: Apache-2.0

import { describe, expect, test } from 'vitest';
import type { AdminPromotion } from '../../../../contract/promotions-admin.ts';
import {
  getStart,
  numbersIn,
  oneReward,
  type PromotionFormInput,
  padded,
  promotionForm,
} from './promotion-form-schema.ts';

const written: PromotionFormInput = {
  ...getStart(undefined),
  title: ' Weekly race ',
  type: 'leaderboard',
  triggers: ['ACTIVITY_WEEKLY'],
  startDate: '2026-11-20T00:00:00.000Z',
  endDate: '2026-11-27T00:00:00.000Z',
  leaderboardRewards: ['500', 'many', '300', '', '200'],
};
const faults = (changes: Partial<PromotionFormInput>) =>
  promotionForm
    .safeParse({ ...written, ...changes })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('the form of an event', () => {
  test('sends valid entries: without non-numbers, and without a single reward beside ranked rewards', () => {
    const eventConfig = { rewardType: 'XP', rewardAmount: 50, budget: 1_000 } as const;
    expect(promotionForm.parse({ ...written, eventConfig })).toEqual({
      title: 'Weekly race',
      description: '',
      type: 'LEADERBOARD',
      triggers: ['ACTIVITY_WEEKLY'],
      startDate: '2026-11-20T00:00:00.000Z',
      endDate: '2026-11-27T00:00:00.000Z',
      leaderboardRewards: [500, 300, 200],
      autoRun: true,
      isActive: true,
      eventConfig: {
        rewardType: 'XP',
        rewardAmount: 0,
        multiplier: 1,
        userCap: 0,
        dailyCap: 0,
        budget: 1_000,
      },
    });
    expect(promotionForm.parse({ ...written, triggers: ['BUY_COINS'] }).leaderboardRewards).toEqual([]);
  });

  test.each([
    [{ title: ' ' }, 'title', 'Title and Type are required'],
    [{ endDate: '' }, 'endDate', 'Start and end dates are required'],
    [
      { endDate: '2026-11-20T00:00:00.000Z' },
      'endDate',
      'The end must be after the start: choose a later end',
    ],
    [{ triggers: [] }, 'triggers', 'Choose a trigger'],
    [{ leaderboardRewards: ['3', '2', 'x'] }, 'leaderboardRewards', 'Please provide at least 3 rewards'],
    [
      { leaderboardRewards: Array<string>(11).fill('1') },
      'leaderboardRewards',
      'You can provide up to 10 rewards',
    ],
    [
      { leaderboardRewards: ['3', '2.5', '1'] },
      'leaderboardRewards.1',
      'A reward can’t be 2.5: enter a whole number from 1 to 1,000,000',
    ],
    [
      { eventConfig: { budget: 999 } },
      'eventConfig.budget',
      'A budget of 999 doesn’t cover rewards of 1,000: raise it or lower them',
    ],
  ] satisfies [Partial<PromotionFormInput>, string, string][])(
    'refuses %o: at %s, %s',
    (changes, path, message) => {
      expect(faults(changes)).toEqual([[path, message]]);
    },
  );
});

test('reads rewards from the typed text, and shows at least three fields', () => {
  expect(numbersIn(['1', ' 2 ', '', ' ', 'x', '1,000', '0.5'])).toEqual([1, 2, 0.5]);
  expect(padded(['5'])).toEqual(['5', '', '']);
  expect(padded(['1', '2', '3', '4'])).toEqual(['1', '2', '3', '4']);
});

test.each([
  [25, 1.5, 37],
  [100, 2, 200],
  [10, 0.29, 2],
  [undefined, undefined, 0],
  [40, undefined, 40],
  [1, 1, 1],
  [Number.POSITIVE_INFINITY, 1, 0],
  [-5, 1, 0],
  [Number.NaN, 1, 0],
])('computes %s times %s as %s', (amount, multiplier, reward) => {
  expect(oneReward(amount, multiplier)).toBe(reward);
});

test('starts with the defaults, or with the edited event', () => {
  const eventConfig = { rewardType: 'GC', rewardAmount: 0, multiplier: 1, userCap: 0, dailyCap: 0 } as const;
  expect(getStart(undefined)).toEqual({
    title: '',
    description: '',
    type: '',
    triggers: [],
    startDate: '',
    endDate: '',
    leaderboardRewards: ['', '', ''],
    autoRun: true,
    isActive: true,
    eventConfig: { ...eventConfig, budget: undefined },
  });
  const terms = {
    title: 'Weekly race',
    description: 'Two days of it',
    type: 'RACE',
    triggers: ['ACTIVITY_WEEKLY' as const],
    startDate: '2026-11-20T00:00:00.000Z',
    endDate: '2026-11-27T00:00:00.000Z',
    autoRun: false,
    isActive: false,
  };
  const edited = (budget: number | null) =>
    getStart({
      ...terms,
      leaderboardRewards: [50, 20],
      eventConfig: { ...eventConfig, budget },
      isCompleted: true,
    } as unknown as AdminPromotion);
  const fields = { ...terms, leaderboardRewards: ['50', '20', ''] };
  expect(edited(70)).toEqual({ ...fields, eventConfig: { ...eventConfig, budget: 70 } });
  expect(edited(null)).toEqual({ ...fields, eventConfig: { ...eventConfig, budget: undefined } });
});
