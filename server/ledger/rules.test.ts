// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { type BonusMove, bonusLeftAfter, clawbackAmount } from './rules.ts';

it.each([
  ['everything after a full refund', 100, { taken: 500, whole: 500 }, 100],
  ['nothing without a refund', 100, { taken: 0, whole: 500 }, 0],
  ['in proportion to the refund', 100, { taken: 125, whole: 500 }, 25],
  ['fractions rounded up', 100, { taken: 1, whole: 500 }, 1],
  ['exactly the share when it divides evenly', 10, { taken: 1, whole: 10 }, 1],
  ['at most the coins given', 100, { taken: 600, whole: 500 }, 100],
  [
    'exact amounts beyond the precision of a float',
    9_007_199_254_740_991,
    { taken: 99, whole: 100 },
    8_917_127_262_193_582,
  ],
])('claws back %s', (_what, given, share, owed) => {
  expect(clawbackAmount(given, share)).toBe(owed);
});

const move = (kind: BonusMove['kind'], amount: number, reference: string): BonusMove => ({
  kind,
  amount,
  reference,
});
it.each([
  ['the stored amount when nothing moved', 5, [], 5, false],
  ['zero when carried fees exceed it', -5, [], 0, false],
  ['the rest after a fee', 5, [move('bonus', 10, 'r'), move('fee', -12, 'a')], 3, false],
  ['everything credited after larger fees', 5, [move('fee', -12, 'a'), move('bonus', 10, 'r')], 10, false],
  [
    'the refund of a fee that bonus coins paid',
    0,
    [move('bonus', 9, 'r'), move('fee', -9, 'a'), move('fee_back', 4, 'a')],
    4,
    false,
  ],
  [
    'nothing for the refund of a fee that other coins paid',
    0,
    [move('fee', -9, 'a'), move('fee_back', 9, 'a')],
    0,
    false,
  ],
  ['zero after a reward is clawed back', 0, [move('bonus', 9, 'r'), move('bonus_back', -9, 'r')], 0, false],
  ['the refund of an earlier fee, marked unknown', 5, [move('fee_back', 4, 'a')], 9, true],
  [
    'the rest after an earlier reward is clawed back, marked unknown',
    5,
    [move('bonus_back', -4, 'r')],
    1,
    true,
  ],
  ['zero when carried fees exceed the refund, marked unknown', -6, [move('fee_back', 4, 'a')], 0, true],
])('computes the bonus left: %s', (_what, start, moves, left, unknown) => {
  expect(bonusLeftAfter(start, moves)).toEqual({ left, unknown });
});
