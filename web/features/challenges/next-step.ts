// SPDX-License-Identifier: Apache-2.0

import { toAchieved, toVariant } from '../../../contract/attempt-conditions.ts';
import type { Attempt, Challenge, ChallengeVariant } from '../../../contract/challenges.ts';
import { gameOf } from '../../../contract/games/games.ts';
import { missingCoins } from './entry-steps.ts';

export interface NextStep {
  /** Whether the lost match met these conditions; otherwise they are easier than those it missed. */
  wouldHaveWon: boolean;
  challenge: Challenge;
  variant: ChallengeVariant;
}

/** Place and kills of the one match that was lost; undefined if its counters do not show them. */
function toMatch(attempt: Attempt) {
  const achieved = toAchieved(attempt);
  if (attempt.reason !== 'conditions-not-met' || achieved?.matches !== 1) return undefined;
  return { place: achieved.place ?? Number.POSITIVE_INFINITY, kills: achieved.kills };
}

/**
 * The best offer after a lost attempt: among the open variants whose fee `balanceGC` pays, the one with the highest reward
 * that the same match would have won; if there is none, the easiest, if it asks for less than the lost one.
 */
export function getNextStep(
  attempt: Attempt,
  challenges: readonly Challenge[],
  balanceGC: number,
): NextStep | undefined {
  const match = toMatch(attempt);
  const lost = toVariant(attempt);
  if (!match || !lost) return undefined;
  const offers = challenges
    .filter((challenge) => challenge.isActive && gameOf(challenge) === gameOf(attempt))
    .flatMap((challenge) => challenge.challengeVariants.map((variant) => ({ challenge, variant })))
    .filter(({ variant }) => missingCoins(variant.entryFeeGC, balanceGC) === 0);
  const [won] = offers
    .filter(({ variant }) => match.place <= variant.requiredPlacement && match.kills >= variant.requiredKills)
    .sort((one, other) => other.variant.rewardGC - one.variant.rewardGC);
  if (won) return { wouldHaveWon: true, ...won };
  const [easiest] = offers.sort(
    ({ variant: one }, { variant: other }) =>
      other.requiredPlacement - one.requiredPlacement || one.requiredKills - other.requiredKills,
  );
  const isEasier =
    easiest &&
    easiest.variant.requiredPlacement >= lost.requiredPlacement &&
    easiest.variant.requiredKills <= lost.requiredKills &&
    easiest.variant.challengeType !== lost.challengeType;
  return isEasier ? { wouldHaveWon: false, ...easiest } : undefined;
}
