// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { type BonusMove, bonusLeftAfter, owedBack } from './rules.ts';

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

const move = (kind: BonusMove['kind'], amount: number, reference: string): BonusMove => ({
  kind,
  amount,
  reference,
});
it.each([
  ['what there was, where nothing moved', 5, [], 5, false],
  ['none, where more fees are known of', -5, [], 0, false],
  ['what a fee leaves', 5, [move('bonus', 10, 'r'), move('fee', -12, 'a')], 3, false],
  ['all that came after larger fees', 5, [move('fee', -12, 'a'), move('bonus', 10, 'r')], 10, false],
  [
    'what came back of a fee',
    0,
    [move('bonus', 9, 'r'), move('fee', -9, 'a'), move('fee_back', 4, 'a')],
    4,
    false,
  ],
  ['nothing of a fee that was not paid by it', 0, [move('fee', -9, 'a'), move('fee_back', 9, 'a')], 0, false],
  ['no reward that was taken back', 0, [move('bonus', 9, 'r'), move('bonus_back', -9, 'r')], 0, false],
  ['what came back of a fee of before', 5, [move('fee_back', 4, 'a')], 9, true],
  ['less a reward of before', 5, [move('bonus_back', -4, 'r')], 1, true],
  ['what carried fees leave of what came back', -6, [move('fee_back', 4, 'a')], 0, true],
])('leaves of bonus coins %s', (_what, start, moves, left, unknown) => {
  expect(bonusLeftAfter(start, moves)).toEqual({ left, unknown });
});
