// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id, timestamp } from './endpoint.ts';
import { gameIds, theGame } from './games/games.ts';
import { type GameTerms, gameSchemas, gameTerms } from './games/schemas.ts';
import { asNumber } from './sent-numbers.ts';

/** Sums over attempts. Counters come from the matches of finished attempts. */
const sums = z.object({
  /** Ended attempts, including cancelled ones. */
  entries: amount,
  finished: amount,
  won: amount,
  cancelled: amount,
  matches: amount,
  kills: amount,
  firstPlaces: amount,
  top10: amount,
  /** Entry fees paid. */
  coinsIn: amount,
  /** Rewards, and refunded entry fees. */
  coinsOut: amount,
});
export type PerformanceSums = z.infer<typeof sums>;

/** The places that the counters can prove; null means a worse place. */
const knownPlace = z.union([z.literal(1), z.literal(10), z.literal(25)]).nullable();

/** The match that decided an attempt, if the readings show no other. */
const playedMatch = z.object({
  attemptId: id,
  endedAt: timestamp,
  place: knownPlace,
  kills: amount,
  terms: gameTerms.optional(),
});
export type PlayedMatch = z.infer<typeof playedMatch>;

const best = z.object({ value: amount, attemptId: id, at: timestamp }).nullable();
export type PersonalBest = z.infer<typeof best>;

/** How many of the newest matches are listed. */
export const maxRecentMatches = 20;
export const maxPerformanceDays = 366;

export const performance = z.object({
  /** The games with ended attempts; missing where there are none at any but the first. */
  games: z.array(z.enum(gameIds)).optional(),
  totals: sums,
  /** UTC days with ended attempts, oldest first. */
  days: z.array(sums.extend({ day: z.iso.date() })),
  /** The most frequently entered kinds of challenge, at most 50. */
  kinds: z.array(
    sums.extend({
      challengeType: z.string(),
      requiredPlacement: z.int(),
      requiredKills: amount,
      terms: gameTerms.optional(),
    }),
  ),
  /** Newest first. */
  matches: z.array(playedMatch).max(maxRecentMatches),
  bests: z.object({
    /** Most kills in one match. */
    kills: best,
    winsInRow: best,
    /** The highest reward. */
    reward: best,
  }),
  /** Totals from the newest reading; null before the first one. */
  career: gameSchemas[theGame.id].career.nullable(),
});
export type Performance = z.infer<typeof performance>;

/** Those of these matches that were played under a challenge's terms: others say nothing about it. */
export function playedUnder(
  matches: readonly PlayedMatch[],
  terms: GameTerms | null | undefined,
): readonly PlayedMatch[] {
  return matches.filter(
    (match) => match.terms?.mode === terms?.mode && match.terms?.countsBots === terms?.countsBots,
  );
}

/** How many of these matches would have met the conditions (docs/rules/performance.md, 4). */
export function countMet(
  matches: readonly Pick<PlayedMatch, 'place' | 'kills'>[],
  { requiredPlacement, requiredKills }: { requiredPlacement: number; requiredKills: number },
): number {
  return matches.filter(
    ({ place, kills }) => place !== null && place <= requiredPlacement && kills >= requiredKills,
  ).length;
}

export const performanceApi = {
  read: endpoint({
    method: 'GET',
    path: '/challenge/performance',
    access: 'signed-in',
    summary: 'Get your performance figures',
    query: z.object({
      days: asNumber(z.int().min(1).max(maxPerformanceDays)).default(84),
      /** Only this game's attempts. Without it places and kills are the first game's, all else is of all games. */
      game: z.enum(gameIds).optional(),
    }),
    data: performance,
  }),
};
