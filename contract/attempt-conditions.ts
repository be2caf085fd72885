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

/** What the matches that decided an attempt achieved. */
export interface Achieved {
  matches: number;
  kills: number;
  wins: number;
  /** The best place that was proved. */
  place: number | null;
}

/** Null while nothing has decided it. Negative where totals fell. */
export function toAchieved(attempt: Pick<Attempt, 'game' | 'initialStats' | 'finalStats'>): Achieved | null {
  const { initialStats: before, finalStats: after } = attempt;
  if (!after) return null;
  if ('place' in after) return { ...after, wins: Number(after.place === 1) };
  if ('place' in before) return null;
  const game = gameOf(attempt);
  const places = game.proof === 'totals that grow' ? game.places : [];
  const { place = null } = places.find(({ counter }) => after[counter] > before[counter]) ?? {};
  return {
    matches: after.matches - before.matches,
    kills: after.kills - before.kills,
    wins: after.wins - before.wins,
    place,
  };
}

/** The variant that an attempt was entered with, as it was at entry. */
export function toVariant(attempt: Attempt) {
  return attempt.challenge.challengeVariants.find(
    (variant) => variant.challengeType === attempt.challengeType,
  );
}

/**
 * The conditions of a played attempt, each with the match's result from the deciding counters. Empty if no match
 * decided the attempt, for example because the statistics became private.
 */
export function toConditions(attempt: Attempt): AttemptCondition[] {
  const { status, reason } = attempt;
  const variant = toVariant(attempt);
  const isWon = status === 'SUCCESS';
  const achieved = toAchieved(attempt);
  if (!variant || !achieved || (!isWon && reason !== 'conditions-not-met')) return [];
  const { matches, kills, place } = achieved;
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
    { what: 'kills', needed: requiredKills, reached: matches === 1 ? kills : null, isMet: isEnough },
  ];
}
