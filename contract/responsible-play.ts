// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id, maxCoins, timestamp } from './endpoint.ts';
import { isHome } from './regions.ts';

/** Limited spending: cents paid by card, and coins paid for entries. */
export const spendingKinds = ['payment', 'entry'] as const;
export type SpendingKind = (typeof spendingKinds)[number];

/** Rolling periods: the last 24 hours, 7 days or 30 days. */
export const spendingPeriods = ['day', 'week', 'month'] as const;
export type SpendingPeriod = (typeof spendingPeriods)[number];

/** Lengths of a pause. Up to a month is a cool-off, longer is a self-exclusion. Neither can be ended early. */
export const pauseLengths = [
  '1-day',
  '7-days',
  '30-days',
  '6-months',
  '1-year',
  '5-years',
  'for-good',
] as const;
export type PauseLength = (typeof pauseLengths)[number];

/** The end date of a permanent pause. */
export const forGood = '9999-12-31T00:00:00.000Z';

export const birthDate = z.iso
  .date('Enter a date')
  .refine((day) => day >= '1900-01-01', 'Check the year')
  // It can be stated only once, so an impossible date is refused.
  .refine((day) => Date.parse(day) <= Date.now(), 'Choose a day that isn’t in the future');
/** Where a player lives: a country, or a state of the United States. */
export const home = z
  .string()
  .regex(/^[A-Z]{2}(-[A-Z]{2})?$/, 'Choose where you live')
  .refine(isHome, 'Choose where you live');

export const playStatement = z.object({ birthDate: z.string(), region: z.string(), statedAt: timestamp });

export const spendingLimit = z.object({
  kind: z.enum(spendingKinds),
  period: z.enum(spendingPeriods),
  /** In cents or coins; null: no limit. */
  amount: amount.nullable(),
  /** A higher limit that has not taken effect yet. */
  next: z.object({ amount: amount.nullable(), at: timestamp }).nullable(),
});
export type SpendingLimit = z.infer<typeof spendingLimit>;

export const playPause = z.object({
  _id: id,
  beganAt: timestamp,
  until: timestamp,
});

export const ownPlay = z.object({
  statement: playStatement.nullable(),
  /** All six limits, each with the amount spent in its period. */
  limits: z.array(spendingLimit.extend({ spent: amount })),
  /** When the pause ends; null: not paused. */
  pausedUntil: timestamp.nullable(),
  terms: z.object({
    version: z.string(),
    /** The newest version that the player accepted. */
    accepted: z.object({ version: z.string(), at: timestamp }).nullable(),
    /** True: entries and card payments wait until `version` is accepted. */
    isAsked: z.boolean(),
  }),
  /** Why the player can't enter challenges or pay at the moment. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type OwnPlay = z.infer<typeof ownPlay>;

export const statementInput = z.object({ birthDate, region: home });
export const limitInput = spendingLimit.pick({ kind: true, period: true }).extend({
  amount: amount.max(maxCoins).nullable(),
});

export const responsiblePlayApi = {
  read: endpoint({
    method: 'GET',
    path: '/play',
    access: 'signed-in',
    summary: 'Get your limits, pause and terms',
    data: ownPlay,
  }),
  state: endpoint({
    method: 'POST',
    path: '/play/statement',
    access: 'signed-in',
    summary: 'State your birth date and region',
    message: 'Saved',
    body: statementInput,
    data: playStatement,
    refusals: ['play_stated_already'],
  }),
  setLimit: endpoint({
    method: 'PUT',
    path: '/play/limits',
    access: 'signed-in',
    summary: 'Set a spending limit',
    message: ({ next }) => (next ? 'Your new limit starts in 24 hours' : 'Limit saved'),
    body: limitInput,
    data: spendingLimit,
  }),
  pause: endpoint({
    method: 'POST',
    path: '/play/pause',
    access: 'signed-in',
    summary: 'Pause playing',
    message: 'You paused playing',
    body: z.object({ lasts: z.enum(pauseLengths) }),
    data: z.object({ until: timestamp }),
  }),
  acceptTerms: endpoint({
    method: 'POST',
    path: '/play/terms',
    access: 'signed-in',
    summary: 'Accept the terms',
    message: 'Terms accepted',
    body: z.object({ version: z.string().max(40) }),
    data: z.object({ version: z.string(), at: timestamp }),
    refusals: ['terms_outdated'],
  }),
};
