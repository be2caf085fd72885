// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { attemptStatuses } from './attempt-statuses.ts';
import { attempt, challenge } from './challenges.ts';
import { isUndo, loadedFields } from './edits.ts';
import { amount, endpoint, id, linesOfText } from './endpoint.ts';
import { gameIds, theGame } from './games/games.ts';
import { gameTerms } from './games/schemas.ts';
import { pageNumber } from './paging.ts';
import { asNumber, ifMissing } from './sent-numbers.ts';
import { wordSearch } from './word-search.ts';

const provablePlacements: readonly number[] = theGame.places.map(({ place }) => place);
const placesInWords = `${provablePlacements.slice(0, -1).join(', ')} or ${provablePlacements.at(-1)}`;
const maxCoins = 1_000_000_000;

const variantTerms = {
  entryFeeGC: z
    .int(ifMissing('Entry fee is required'))
    .min(0, 'Entry fee must be 0 or greater')
    .max(maxCoins),
  rewardGC: z.int(ifMissing('Reward is required')).min(1, 'Reward must be at least 1').max(maxCoins),
  requiredPlacement: z
    .int(ifMissing('Placement is required'))
    .refine((place) => provablePlacements.includes(place), {
      message: `Use placement ${placesInWords}: the stats prove no others`,
    }),
  requiredKills: z.int(ifMissing('Kills are required')).min(0, 'Kills must be 0 or greater').max(99),
};
export const variantInput = z.object(variantTerms);
export type VariantInput = z.output<typeof variantInput>;

const areAlike = (one: VariantInput, other: VariantInput) =>
  one.requiredPlacement === other.requiredPlacement && one.requiredKills === other.requiredKills;

/** The fields of the challenge form. A variant's type follows from its placement and kills. */
export const challengeInput = z.object({
  /** The one there is, if none is named. A challenge keeps it: an update with another one is refused. */
  game: z.enum(gameIds).optional(),
  /** Of a game that knows more than place and kills; left out, the `firstTerms` of its rules. An update of others is refused. */
  terms: gameTerms.optional(),
  description: z
    .string(ifMissing('Description is required'))
    .trim()
    .min(1, 'Description is required')
    .max(500)
    .regex(linesOfText),
  isActive: z.boolean().default(true),
  challengeVariants: z
    .array(variantInput)
    .min(1, 'Add at least one variant')
    .max(20)
    .superRefine((variants, context) => {
      for (const [index, variant] of variants.entries()) {
        if (variants.findIndex((other) => areAlike(variant, other)) === index) continue;
        const message = 'Another variant already has this placement and these kills';
        context.addIssue({ code: 'custom', path: [index, 'requiredKills'], message });
      }
    }),
});
export type ChallengeInput = z.output<typeof challengeInput>;

export const adminChallenge = challenge.extend({
  attempts: amount,
  /** Number of running attempts. A change doesn't affect them. */
  running: amount,
});
export type AdminChallenge = z.infer<typeof adminChallenge>;

export const adminAttempt = attempt.extend({
  user: z.object({ _id: id, name: z.string(), email: z.string() }),
});
export type AdminAttempt = z.infer<typeof adminAttempt>;

/** The estimated wins and costs of a variant, from the last 30 days of stored data. */
export const estimate = z.object({
  /** Number of entries whose statistics give the win rate. */
  sampleSize: amount,
  /** From 0 to 1; null without such entries. */
  winRate: z.number().min(0).max(1).nullable(),
  /** Decided attempts of exactly this type, and how many were won. */
  decided: amount,
  won: amount,
  /** For this type, or for all types together if it has no entries yet. */
  entriesPerDay: z.number(),
  /** Coins per day: rewards minus entry fees. Negative if the house earns more than it pays. */
  payoutPerDay: z.number().nullable(),
  /** Coins paid out if every entry of the busiest day wins. */
  worstCasePerDay: z.int(),
});
export type Estimate = z.infer<typeof estimate>;

/** Filters for a list of attempts: a status, or RUNNING for all undecided ones. */
export const attemptFilters = ['RUNNING', ...attemptStatuses] as const;

const params = z.object({ id });

export const challengesAdminApi = {
  list: endpoint({
    method: 'GET',
    path: '/challenge/all',
    access: 'challenges:read',
    summary: 'List all challenges with their figures',
    data: z.array(adminChallenge),
  }),
  create: endpoint({
    method: 'POST',
    path: '/challenge/create',
    access: 'challenges:write',
    idempotent: true,
    summary: 'Create a challenge with its variants',
    message: 'Created successfully',
    body: challengeInput,
    data: adminChallenge,
    refusals: ['waits_for_approval'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/challenge/update/:id',
    access: 'challenges:write',
    summary: 'Change a challenge',
    message: 'Updated successfully',
    params,
    body: challengeInput.extend({ loaded: loadedFields }),
    data: adminChallenge,
    refusals: ['not_found', 'changed_meanwhile', 'waits_for_approval'],
  }),
  setActive: endpoint({
    method: 'PATCH',
    path: '/challenge/:id/active',
    access: 'challenges:write',
    summary: 'Open or close a challenge',
    message: 'Updated successfully',
    params,
    body: z.object({ isActive: z.boolean(), isUndo }),
    data: adminChallenge,
    refusals: ['not_found', 'changed_meanwhile'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/challenge/delete/:id',
    access: 'challenges:write',
    idempotent: true,
    summary: 'Delete a challenge',
    message: 'Deleted successfully',
    params,
    refusals: ['not_found'],
  }),
  attempts: endpoint({
    method: 'GET',
    path: '/challenge/attempts',
    access: 'challenges:read',
    summary: 'Search all attempts',
    query: z.object({
      /**
       * Matches the game account's name, the challenge's description or type, or any field that the search for users
       * covers.
       */
      search: wordSearch.optional(),
      status: z.enum(attemptFilters).optional(),
      isPractice: z.enum(['true', 'false']).optional(),
      order: z.enum(['asc', 'desc']).default('desc'),
      page: pageNumber,
      pageSize: asNumber(z.int().min(1).max(100)).default(25),
    }),
    isList: true,
    data: z.object({ list: z.array(adminAttempt), total: amount, isEstimate: z.boolean() }),
  }),
  void: endpoint({
    method: 'POST',
    path: '/challenge/attempts/:id/void',
    access: 'challenges:void',
    isIrreversible: true,
    idempotent: true,
    summary: 'Void an attempt',
    params: z.object({ id }),
    body: z.object({
      reason: z.string().trim().min(3).max(500).regex(linesOfText),
      /** After cheating, the entry fee is kept (product specification, section 9). */
      forfeitFee: z.boolean().default(false),
    }),
    data: attempt,
    refusals: ['not_found', 'conflict_of_interest', 'attempt_not_voidable'],
  }),
  estimate: endpoint({
    method: 'POST',
    path: '/challenge/estimate',
    access: 'challenges:read',
    summary: 'Estimate a variant',
    body: variantInput.extend({ game: challengeInput.shape.game }),
    data: estimate,
  }),
};
