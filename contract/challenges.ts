// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { type AttemptStatus, attemptStatuses } from './attempt-statuses.ts';
import { ruling } from './disputes.ts';
import { amount, endpoint, id, lineOfText, maxCoins, timestamp } from './endpoint.ts';
import { checkRefusals, entryRefusals } from './games/errors.ts';
import { gameIds, theGame } from './games/games.ts';
import { anyAccount, attemptStats, firstReading, gameSchemas, gameTerms } from './games/schemas.ts';
import { asNumber, ifMissing } from './sent-numbers.ts';

export type { AttemptStatus };

/** The account name in the challenge's game. */
export const epicId = anyAccount;
export const { reading: statsReading } = gameSchemas[theGame.id];
export type StatsReading = z.infer<typeof statsReading>;

export const challengeVariant = z.object({
  _id: id,
  challengeType: z.string(),
  entryFeeGC: amount,
  rewardGC: amount,
  requiredPlacement: z.int(),
  requiredKills: amount,
});

export const challenge = z.object({
  _id: id,
  game: z.enum(gameIds),
  terms: gameTerms.optional(),
  description: z.string(),
  isActive: z.boolean(),
  /** Why its game is closed for new entries, in an administrator's words. Players' lists then show it inactive. */
  closedBecause: z.string().optional(),
  challengeVariants: z.array(challengeVariant),
});
export type Challenge = z.infer<typeof challenge>;
export type ChallengeVariant = z.infer<typeof challengeVariant>;

export const attempt = z.object({
  _id: id,
  game: z.enum(gameIds),
  /** What the challenge asked for besides place and kills. */
  terms: gameTerms.optional(),
  /** Description and variants as they were at entry. */
  challenge: z.object({ description: z.string(), challengeVariants: z.array(challengeVariant) }),
  challengeType: z.string(),
  epicId: z.string(),
  status: z.enum(attemptStatuses),
  startedAt: timestamp,
  completedAt: timestamp.nullable(),
  /** The compared counts: at entry (or after an old match that was reported late), and at the end. */
  initialStats: attemptStats,
  finalStats: attemptStats.nullable(),
  entryFeeGC: amount,
  rewardGiven: amount,
  /** Refunded coins: the fee minus the processing fee, or all of it. */
  refundGC: amount,
  processingFeeGC: amount,
  /** XP that the result earned. */
  xpGiven: amount,
  /** The reason for this status: an `AttemptReason` of verdict-text.ts. */
  reason: z.string().nullable(),
  /** The latest time at which a match may start. */
  startBy: timestamp,
  /** Played without fee, coins or XP, and counted nowhere (docs/rules/practice.md, 7). */
  isPractice: z.boolean(),
  /** True if a match from before entry was reported late; it doesn't count. */
  sawOlderMatch: z.boolean(),
});
export type Attempt = z.infer<typeof attempt>;

/**
 * One answer of the game statistics. `sourceWide`: so many players are reported as private that the source must be at
 * fault.
 */
export const reading = z.discriminatedUnion('kind', [
  ...firstReading.options,
  z.object({ kind: z.literal('private'), takenAt: timestamp, sourceWide: z.boolean() }),
  z.object({ kind: z.literal('fault'), takenAt: timestamp, detail: z.string() }),
]);
export type Reading = z.infer<typeof reading>;

/**
 * The rules of an attempt, stored with it (docs/rules/attempts.md). Times are in milliseconds, already divided by the
 * time scale.
 */
export const challengeRules = z.object({
  ruleVersion: z.int(),
  /** How long an attempt is PENDING after entry. */
  pendingMs: z.int(),
  /** How long before entry the match may have started, to allow for clock differences and rounded minutes. */
  startToleranceMs: z.int(),
  /** How long after entry a match may start. After that, an attempt without a match is being rechecked. */
  startWithinMs: z.int(),
  /** How much later a second reading must confirm a result that isn't a success. */
  confirmAfterMs: z.int(),
  /** How long after entry an attempt is cancelled if no match was reported. */
  noMatchMs: z.int(),
  /** How far apart two "private" answers must be to fail the attempt. */
  privateMs: z.int(),
  /** How long the source must be unavailable to cancel the attempt. */
  sourceFaultMs: z.int(),
  processingFeePercent: z.int(),
  /** From version 2 on: a match counts as fully reported once it has at least this many whole minutes. */
  minMatchMinutes: z.int().optional(),
  /** From version 2 on: the longest possible match. */
  longestMatchMs: z.int().optional(),
});
export type ChallengeRules = z.infer<typeof challengeRules>;

/** The sealed ledger's leaf of the kept fee, which names the match record (sealed-copy.ts). */
const feeLeaf = z.object({ index: amount, text: z.string(), salt: z.string() });

/** Everything that a decision is based on, so that anyone can repeat it with verdict.ts (docs/rules/receipts.md). */
export const receipt = z.object({
  attempt,
  rules: challengeRules,
  initial: firstReading,
  /** After the initial one, oldest first. */
  readings: z.array(reading),
  /**
   * Old readings that the result doesn't depend on were deleted (docs/retention.md), so the decision can't be repeated.
   */
  hasForgottenReadings: z.literal(true).optional(),
  /** `finalStats` minus `initialStats`: the counts that decided. Null while undecided; negative if counts fell. */
  differences: z.object({ kills: z.int(), wins: z.int(), matches: z.int() }).nullable(),
  /** The result of the readings, kept even if an administrator voids the attempt; null while undecided. */
  decision: z
    .object({ status: z.enum(['SUCCESS', 'FAILED', 'CANCELLED']), reason: z.string(), at: timestamp })
    .nullable(),
  voided: z.object({ at: timestamp, reason: z.string(), isFeeForfeited: z.boolean() }).nullable(),
  /** The administrators' ruling after a dispute; `decision` keeps the result of the readings. */
  ruling: ruling.nullable(),
  feeLeaf: feeLeaf.optional(),
});
export type Receipt = z.infer<typeof receipt>;

/** A challenge and the chosen variant. */
const choice = {
  challengeId: id,
  challengeType: z
    .string(ifMissing('Please select a challenge variant'))
    .min(1, 'Please select a challenge variant')
    .max(64)
    .regex(lineOfText),
};

/** A game account fit for an entry: it exists, and its statistics are public. */
export const checkedAccount = z.object({
  epicId: z.string(),
  /** Matches so far; 0 is fine. */
  matches: amount,
});

export const challengesApi = {
  getAll: endpoint({
    method: 'GET',
    path: '/challenge/get-all',
    access: 'signed-in',
    summary: 'List challenges with their variants',
    data: z.array(challenge),
  }),
  start: endpoint({
    method: 'POST',
    path: '/challenge/start',
    access: 'signed-in',
    idempotent: true,
    summary: 'Enter a challenge',
    message: 'Challenge started successfully!',
    body: z.object({
      epicId,
      ...choice,
      /**
       * The fee that the player saw, so that they never pay more. Optional, since the product specification lacks it.
       */
      entryFeeGC: amount.max(maxCoins).optional(),
    }),
    data: z.object({ attemptId: id }),
    refusals: [
      'insufficient_coins',
      'challenge_inactive',
      'challenge_by_you',
      'variant_not_found',
      'entry_fee_changed',
      'game_closed',
      'attempt_active',
      ...entryRefusals,
      'stats_private',
      'stats_unavailable',
      'readings_busy',
      'entries_paused',
    ],
  }),
  practise: endpoint({
    method: 'POST',
    path: '/challenge/practice',
    access: 'signed-in',
    idempotent: true,
    summary: 'Start a practice attempt',
    message: 'Practice started. Nothing was paid.',
    body: z.object({ epicId, ...choice }),
    data: z.object({ attemptId: id }),
    refusals: [
      'practice_not_offered',
      'challenge_inactive',
      'variant_not_found',
      'game_closed',
      'attempt_active',
      ...entryRefusals,
      'stats_private',
      'stats_unavailable',
      'readings_busy',
    ],
  }),
  checkAccount: endpoint({
    method: 'POST',
    path: '/challenge/check-account',
    access: 'signed-in',
    summary: 'Check whether a game account can enter',
    body: z.object({ epicId: gameSchemas[theGame.id].account }),
    data: checkedAccount,
    refusals: [...checkRefusals, 'game_closed', 'stats_private', 'stats_unavailable', 'readings_busy'],
  }),
  myAttempts: endpoint({
    method: 'GET',
    path: '/challenge/my-attempts',
    access: 'signed-in',
    summary: 'List your attempts, newest first',
    query: z.object({
      before: id.optional(),
      limit: asNumber(z.int().min(1).max(100)).default(50),
    }),
    data: z.array(attempt),
  }),
  receipt: endpoint({
    method: 'GET',
    path: '/challenge/attempts/:id/receipt',
    access: 'signed-in',
    summary: 'Get the receipt of an attempt',
    params: z.object({ id }),
    data: receipt,
    refusals: ['not_found'],
  }),
};
