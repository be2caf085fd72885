// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id, timestamp } from './endpoint.ts';
import { theGame } from './games/games.ts';
import { gameSchemas } from './games/schemas.ts';
import { asNumber } from './sent-numbers.ts';

/** Sums over attempts. Counters are from the matches of finished attempts. */
const sums = z.object({
  /** Attempts that ended, cancelled ones included. */
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
  /** Rewards, and entry fees that were refunded. */
  coinsOut: amount,
});
export type PerformanceSums = z.infer<typeof sums>;

/** The places that the counters distinguish; null is a worse one. */
const knownPlace = z.union([z.literal(1), z.literal(10), z.literal(25)]).nullable();

/** A match that decided an attempt and is the only one that its readings show. */
const playedMatch = z.object({ attemptId: id, endedAt: timestamp, place: knownPlace, kills: amount });
export type PlayedMatch = z.infer<typeof playedMatch>;

const best = z.object({ value: amount, attemptId: id, at: timestamp }).nullable();
export type PersonalBest = z.infer<typeof best>;

/** How many of the newest matches are listed individually. */
export const maxRecentMatches = 20;
export const maxPerformanceDays = 366;

export const performance = z.object({
  totals: sums,
  /** UTC days on which attempts ended, oldest first; days without any are left out. */
  days: z.array(sums.extend({ day: z.iso.date() })),
  /** The kinds of challenge entered most often, at most 50. */
  kinds: z.array(
    sums.extend({ challengeType: z.string(), requiredPlacement: z.int(), requiredKills: amount }),
  ),
  /** Newest first. */
  matches: z.array(playedMatch).max(maxRecentMatches),
  bests: z.object({
    /** Kills in one match. */
    kills: best,
    winsInRow: best,
    /** Coins in one reward. */
    reward: best,
  }),
  /** Totals from the newest reading; null before the first one. */
  career: gameSchemas[theGame.id].career.nullable(),
});
export type Performance = z.infer<typeof performance>;

/** How many of these matches met the conditions (docs/rules/performance.md, 4). */
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
