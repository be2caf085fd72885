// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, id, lineOfText, timestamp } from './endpoint.ts';
import { isRegion } from './regions.ts';
import { birthDate, home, ownPlay, playPause } from './responsible-play.ts';

const minAge = z.int().min(1, 'From 1 to 99 years').max(99, 'From 1 to 99 years').nullable();
const reason = z.string().trim().min(1, 'Reason is required').max(500).regex(lineOfText);

/** The rule for one region. */
export const regionRule = z.object({
  region: z
    .string()
    .regex(/^[A-Z]{2}(-[A-Z]{2})?$/, 'Unknown region')
    .refine(isRegion, 'Unknown region'),
  isAllowed: z.boolean(),
  /** Null: any age. */
  minAge,
});
export type RegionRule = z.infer<typeof regionRule>;

const elsewhere = z.object({ isAllowed: z.boolean(), minAge });

/** A version of the rules, valid from `validFrom` until the next version. */
export const playRules = z.object({
  version: z.int(),
  validFrom: timestamp,
  elsewhere,
  regions: z.array(regionRule),
  reason: z.string(),
  /** The administrator's name; empty once the account is gone. */
  publishedBy: z.string(),
  publishedAt: timestamp,
});
export type PlayRules = z.infer<typeof playRules>;

/** The fields of the rules form. */
export const playRulesInput = z.object({
  /** The newest version when the form was opened; 0: none. */
  knownVersion: z.int().min(0).max(1_000_000),
  /** Null: immediately. */
  validFrom: timestamp.nullable(),
  elsewhere,
  regions: z
    .array(regionRule)
    .max(400)
    .refine(
      (all) => new Set(all.map(({ region }) => region)).size === all.length,
      'Add each region only once',
    ),
  reason,
});
export type PlayRulesInput = z.input<typeof playRulesInput>;

export const playRulesApi = {
  list: endpoint({
    method: 'GET',
    path: '/play-rules',
    access: 'play-rules:read',
    summary: 'List all versions of the play rules',
    isList: true,
    data: z.object({
      list: z.array(playRules),
      /** The version in force now; null: none yet. */
      current: z.int().nullable(),
      /** Whether entries and card payments wait until there are rules. */
      isDemanded: z.boolean(),
    }),
  }),
  publish: endpoint({
    method: 'POST',
    path: '/play-rules',
    access: 'play-rules:write',
    idempotent: true,
    summary: 'Publish new play rules',
    message: 'Rules published',
    body: playRulesInput,
    data: playRules,
    refusals: ['changed_meanwhile', 'play_rules_past', 'idempotency_key_reused'],
  }),
};

/** A user's limits, pauses and statement, for administrators. */
export const userPlay = ownPlay.extend({ pauses: z.array(playPause) });
export type UserPlay = z.infer<typeof userPlay>;

export const statementCorrection = z.object({ birthDate, region: home, reason });

export const userPlayApi = {
  read: endpoint({
    method: 'GET',
    path: '/super-admin/users/:id/play',
    access: 'users:read',
    summary: 'Get a user’s limits and pauses',
    params: z.object({ id }),
    data: userPlay,
    refusals: ['not_found'],
  }),
  correct: endpoint({
    method: 'PUT',
    path: '/super-admin/users/:id/play-statement',
    access: 'users:write',
    summary: 'Correct a user’s birth date and region',
    message: 'Statement corrected',
    params: z.object({ id }),
    body: statementCorrection,
    data: userPlay,
    refusals: ['not_found', 'forbidden', 'user_outranks_you', 'own_account'],
  }),
};
