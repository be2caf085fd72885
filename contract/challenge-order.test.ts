// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { compareChallenges, smallestOpenFee } from './challenge-order.ts';
import type { Challenge } from './challenges.ts';

const challenge = (description: string, fees: readonly number[], isActive = true) =>
  ({
    description,
    isActive,
    challengeVariants: fees.map((entryFeeGC) => ({ entryFeeGC })),
  }) as unknown as Challenge;

it('sorts open challenges first, then by lowest fee, and keeps the order of equal ones', () => {
  const list = [
    challenge('closed', [1], false),
    challenge('empty', []),
    challenge('dear', [500]),
    challenge('also empty', []),
    challenge('first of 20', [90, 20]),
    challenge('second of 20', [20]),
  ];
  expect(list.toSorted(compareChallenges).map(({ description }) => description)).toEqual([
    'first of 20',
    'second of 20',
    'dear',
    'empty',
    'also empty',
    'closed',
  ]);
});

it('returns the lowest fee of an open challenge', () => {
  const list = [challenge('closed', [1], false), challenge('empty', []), challenge('open', [90, 20])];
  expect(smallestOpenFee(list)).toBe(20);
  expect(smallestOpenFee([])).toBe(Number.POSITIVE_INFINITY);
});
