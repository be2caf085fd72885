// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { describeHouseResult, expectedLoss } from './estimate-words.ts';

it('shows whether the house gains or loses', () => {
  expect([12.4, -80.6, 0.2, -0.4, 1234].map(describeHouseResult)).toEqual([
    'Pays out 12 GC',
    'Keeps 81 GC',
    'About 0 GC',
    'About 0 GC',
    'Pays out 1,234 GC',
  ]);
});

it('warns only when an entry is expected to win more than it costs', () => {
  const terms = { entryFeeGC: 100, rewardGC: 400 };
  expect(expectedLoss({ winRate: 0.25 }, terms)).toBe('');
  expect(expectedLoss({ winRate: null }, terms)).toBe('');
  expect(expectedLoss({ winRate: 1 / 3 }, terms)).toBe(
    'An entry costs 100 GC and should win 133.3 GC on average. Require more kills or a better place, or change the fee or reward.',
  );
});
