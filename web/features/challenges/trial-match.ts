// SPDX-License-Identifier: Apache-2.0

import { challengeRules } from '../../../contract/challenge-rules.ts';
import type { Challenge, ChallengeVariant, StatsReading } from '../../../contract/challenges.ts';
import { theGame } from '../../../contract/games/games.ts';
import { verdict } from '../../../contract/verdict.ts';
import { toSettlement } from '../../../contract/verdict-text.ts';

export type TrialTerms = Omit<ChallengeVariant, '_id' | 'challengeType'>;
export const trialPlaces = ['won', 'top10', 'top25', 'lower'] as const;
export type TrialPlace = (typeof trialPlaces)[number];
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
  const place: TrialPlace = requiredPlacement === 1 ? 'won' : requiredPlacement === 10 ? 'top10' : 'top25';
  return { place, kills: Math.min(maxTrialKills, requiredKills + 2) };
}

const rules = challengeRules(1);
const startedAt = '2026-11-20T18:04:11.000Z';
const before: StatsReading = {
  kind: 'stats',
  takenAt: startedAt,
  matches: 1_772,
  wins: 40,
  top10: 325,
  top25: 610,
  kills: 3_331,
  minutesPlayed: 20_940,
  lastModified: '2026-11-20T15:40:02.000Z',
};

/** One match as the game statistics would report it, twice: a reading that shows no success is confirmed by another one. */
function makeReadings(place: TrialPlace, kills: number): [StatsReading, StatsReading] {
  const reached = trialPlaces.indexOf(place);
  const first: StatsReading = {
    ...before,
    takenAt: '2026-11-20T18:31:40.000Z',
    matches: before.matches + 1,
    wins: before.wins + (reached <= 0 ? 1 : 0),
    top10: before.top10 + (reached <= 1 ? 1 : 0),
    top25: before.top25 + (reached <= 2 ? 1 : 0),
    kills: before.kills + kills,
    minutesPlayed: before.minutesPlayed + 21,
    lastModified: '2026-11-20T18:30:55.000Z',
  };
  return [first, { ...first, takenAt: '2026-11-20T18:35:02.000Z' }];
}

/** Decides a made-up match with the same function that decides real ones (docs/rules/attempts.md). */
export function decideTrial(place: TrialPlace, kills: number, terms: TrialTerms) {
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
