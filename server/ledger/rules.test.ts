// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { owedBack } from './rules.ts';

it.each([
  ['all of it, where all went back', 100, { taken: 500, whole: 500 }, 100],
  ['nothing, where nothing did', 100, { taken: 0, whole: 500 }, 0],
  ['in proportion', 100, { taken: 125, whole: 500 }, 25],
  ['more rather than less', 100, { taken: 1, whole: 500 }, 1],
  ['no coin more where it comes out even', 10, { taken: 1, whole: 10 }, 1],
  ['never more than was given', 100, { taken: 600, whole: 500 }, 100],
  [
    'exactly, beyond what a float holds',
    9_007_199_254_740_991,
    { taken: 99, whole: 100 },
    8_917_127_262_193_582,
  ],
])('owes back %s', (_what, given, share, owed) => {
  expect(owedBack(given, share)).toBe(owed);
});
