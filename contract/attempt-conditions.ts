// SPDX-License-Identifier: Apache-2.0

import type { Attempt } from './challenges.ts';
import { gameOf } from './games/games.ts';

/** One condition of an attempt, and the match's result for it. */
export interface AttemptCondition {
  what: 'placement' | 'kills';
  needed: number;
  /** Kills, or the best proven place; null if the counters can't tell. */
  reached: number | null;
  isMet: boolean;
}

/**
 * The conditions of a played attempt, each with the match's result from the deciding counters. Empty if no match
 * decided the attempt, for example because the statistics became private.
 */
export function toConditions(attempt: Attempt): AttemptCondition[] {
  const { finalStats: after, initialStats: before, status, reason } = attempt;
  const variant = attempt.challenge.challengeVariants.find(
    ({ challengeType }) => challengeType === attempt.challengeType,
  );
  const isWon = status === 'SUCCESS';
  if (!variant || !after || (!isWon && reason !== 'conditions-not-met')) return [];
  const kills = after.kills - before.kills;
  const isOneMatch = after.matches - before.matches === 1;
  const { place = null } =
    gameOf(attempt).places.find(({ counter }) => after[counter] > before[counter]) ?? {};
  const { requiredPlacement, requiredKills } = variant;
  const placement = {
    what: 'placement',
    needed: requiredPlacement,
    reached: place,
    isMet: isWon || (place !== null && place <= requiredPlacement),
  } as const;
  if (requiredKills === 0) return [placement];
  const isEnough = isWon || kills >= requiredKills;
  return [
    placement,
    { what: 'kills', needed: requiredKills, reached: isOneMatch ? kills : null, isMet: isEnough },
  ];
}
