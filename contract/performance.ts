// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id, timestamp } from './endpoint.ts';
import { theGame } from './games/games.ts';
import { gameSchemas } from './games/schemas.ts';
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
const playedMatch = z.object({ attemptId: id, endedAt: timestamp, place: knownPlace, kills: amount });
export type PlayedMatch = z.infer<typeof playedMatch>;

const best = z.object({ value: amount, attemptId: id, at: timestamp }).nullable();
export type PersonalBest = z.infer<typeof best>;

/** How many of the newest matches are listed. */
export const maxRecentMatches = 20;
export const maxPerformanceDays = 366;

export const performance = z.object({
  totals: sums,
  /** UTC days with ended attempts, oldest first. */
  days: z.array(sums.extend({ day: z.iso.date() })),
  /** The most frequently entered kinds of challenge, at most 50. */
  kinds: z.array(
    sums.extend({ challengeType: z.string(), requiredPlacement: z.int(), requiredKills: amount }),
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
    query: z.object({ days: asNumber(z.int().min(1).max(maxPerformanceDays)).default(84) }),
    data: performance,
  }),
};
