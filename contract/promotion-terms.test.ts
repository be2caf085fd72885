// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { findPromotionFault, promotionInput } from './promotion-terms.ts';
import { findFaults } from './testing/faults.ts';

describe('the fault of a whole promotion', () => {
  const promotion = (changed: object) =>
    promotionInput.parse({
      title: 'Weekly',
      type: 'Leaderboard',
      startDate: '2026-01-01T00:00:00.000Z',
      endDate: '2026-02-01T00:00:00.000Z',
      triggers: ['ACTIVITY_WEEKLY'],
      leaderboardRewards: [30, 20, 10],
      ...changed,
    });

  it.each([
    ['nothing', {}],
    ['nothing when the budget is just enough', { eventConfig: { budget: 60 } }],
    [
      'nothing when other triggers award no places',
      { triggers: ['COMPLETE_CHALLENGE'], leaderboardRewards: [] },
    ],
  ])('is %s', (_what, changed) => {
    expect(findPromotionFault(promotion(changed))).toBeUndefined();
  });

  it.each([
    [
      { endDate: '2026-01-01T00:00:00.000Z' },
      ['endDate'],
      'The end must be after the start: choose a later end',
    ],
    [
      { triggers: ['ACTIVITY_WEEKLY', 'COMPLETE_CHALLENGE'] },
      ['triggers'],
      'ACTIVITY_WEEKLY can’t be combined with another trigger: remove one',
    ],
    [{ leaderboardRewards: [30, 20] }, ['leaderboardRewards'], 'Please provide at least 3 rewards'],
    [
      { eventConfig: { budget: 59 } },
      ['eventConfig', 'budget'],
      'A budget of 59 doesn’t cover rewards of 60: raise it or lower them',
    ],
  ])('is reported for %j at its field', (changed, path, message) => {
    expect(findPromotionFault(promotion(changed))).toEqual({ path, message });
  });
});

it('accepts existing triggers only', () => {
  const faults = findFaults(promotionInput.shape.triggers, ['COMPLETE_CHALLENGE', 'WHISTLE']);
  expect(faults).toEqual(['1: Trigger can’t be “WHISTLE”: enter one from the list']);
});

it('converts a type to capitals', () => {
  expect(promotionInput.shape.type.parse(' Leaderboard ')).toBe('LEADERBOARD');
});
