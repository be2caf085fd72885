// SPDX-License-Identifier: Apache-2.0

import { challengeRules } from '../../../contract/challenge-rules.ts';
import type { Challenge, ChallengeVariant, StatsReading } from '../../../contract/challenges.ts';
import { theGame } from '../../../contract/games/games.ts';
import { trialTotals } from '../../../contract/games/trial-totals.ts';
import { verdict } from '../../../contract/verdict.ts';
import { toSettlement } from '../../../contract/verdict-text.ts';

export type TrialTerms = Omit<ChallengeVariant, '_id' | 'challengeType'>;
/** Where a match may end, best first: at a place that the game can prove, or lower. */
export const toTrialPlace = (place: number) => (place === 1 ? 'won' : `top${place}`);
export const trialPlaces = [...theGame.places.map(({ place }) => toTrialPlace(place)), 'lower'];
export const maxTrialKills = 20;

/** The terms of the example: of an open variant, if possible for the last ten, the one with the most kills. */
export function chooseTrialTerms(challenges: readonly Challenge[]): TrialTerms | undefined {
  const isTen = ({ requiredPlacement }: TrialTerms) => Number(requiredPlacement === 10);
  return challenges
    .flatMap(({ challengeVariants }) => challengeVariants)
    .filter(({ requiredKills }) => requiredKills <= maxTrialKills)
    .toSorted((one, other) => isTen(other) - isTen(one) || other.requiredKills - one.requiredKills)[0];
}

/** A match that meets the terms, with two kills to spare. */
export function toMatchOf({ requiredPlacement, requiredKills }: TrialTerms) {
  return { place: toTrialPlace(requiredPlacement), kills: Math.min(maxTrialKills, requiredKills + 2) };
}

const rules = challengeRules(1);
const startedAt = '2026-11-20T18:04:11.000Z';
const before: StatsReading = {
  ...trialTotals,
  takenAt: startedAt,
  lastModified: '2026-11-20T15:40:02.000Z',
};

/** One match as the game statistics would report it, twice: a reading that shows no success is confirmed by another one. */
function makeReadings(place: string, kills: number): [StatsReading, StatsReading] {
  const reached = trialPlaces.indexOf(place);
  const placed = theGame.places.map(({ counter }, index) => [
    counter,
    before[counter] + (reached <= index ? 1 : 0),
  ]);
  const first: StatsReading = {
    ...before,
    ...(Object.fromEntries(placed) as Pick<StatsReading, (typeof theGame.places)[number]['counter']>),
    takenAt: '2026-11-20T18:31:40.000Z',
    matches: before.matches + 1,
    kills: before.kills + kills,
    minutesPlayed: before.minutesPlayed + 21,
    lastModified: '2026-11-20T18:30:55.000Z',
  };
  return [first, { ...first, takenAt: '2026-11-20T18:35:02.000Z' }];
}

/** Decides a made-up match with the same function that decides real ones (docs/rules/attempts.md). */
export function decideTrial(place: string, kills: number, terms: TrialTerms) {
  const readings = makeReadings(place, kills);
  const decided = verdict({
    game: theGame.id,
    startedAt,
    now: readings[1].takenAt,
    initial: before,
    readings,
    conditions: terms,
    rules,
  });
  return {
    before,
    after: readings[0],
    status: decided.status,
    reason: decided.reason,
    settlement: decided.isFinal
      ? toSettlement(decided.reason, { fee: terms.entryFeeGC, reward: terms.rewardGC }, rules)
      : null,
  };
}
