// SPDX-License-Identifier: Apache-2.0

import type { Challenge } from './challenges.ts';

const smallestFee = ({ challengeVariants }: Challenge) =>
  Math.min(...challengeVariants.map(({ entryFeeGC }) => entryFeeGC));

/** The least that an open challenge costs to enter, in GC; Infinity if none is open. */
export function smallestOpenFee(challenges: readonly Challenge[]): number {
  return Math.min(...challenges.filter(({ isActive }) => isActive).map(smallestFee));
}

/** Sorts challenges for lists: open ones first, those that cost least to enter before others. */
export function compareChallenges(one: Challenge, other: Challenge): number {
  const byOpen = Number(other.isActive) - Number(one.isActive);
  // Without a variant there is no fee: such challenges come last, and two of them are equal.
  return byOpen || smallestFee(one) - smallestFee(other) || 0;
}
