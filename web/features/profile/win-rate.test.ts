// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { winRate } from './win-rate.ts';

it.each([
  [0, 0, 0],
  [3, 0, 100],
  [0, 4, 0],
  [2, 1, 67],
  [999, 1, 99],
  [1, 999, 1],
])('shows %i won and %i lost as %i percent', (wins, loss, percent) => {
  const decided = wins + loss;
  expect(winRate({ wins, loss })).toEqual({ percent, decided, share: decided ? wins / decided : 0 });
});
