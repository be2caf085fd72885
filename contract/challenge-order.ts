// SPDX-License-Identifier: Apache-2.0

import type { Challenge } from './challenges.ts';

const smallestFee = ({ challengeVariants }: Challenge) =>
  Math.min(...challengeVariants.map(({ entryFeeGC }) => entryFeeGC));

/** The smallest entry fee among open challenges, in GC; Infinity if none is open. */
export function smallestOpenFee(challenges: readonly Challenge[]): number {
  return Math.min(...challenges.filter(({ isActive }) => isActive).map(smallestFee));
}

/** Sorts challenges for lists: open ones first, then by smallest entry fee. */
export function compareChallenges(one: Challenge, other: Challenge): number {
  const byOpen = Number(other.isActive) - Number(one.isActive);
  // A challenge without a variant has no fee: it comes last, and two such challenges are equal.
  return byOpen || smallestFee(one) - smallestFee(other) || 0;
}
