// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id, linesOfText, timestamp } from './endpoint.ts';
import { pageNumber } from './paging.ts';
import { asNumber } from './sent-numbers.ts';
import { wordSearch } from './word-search.ts';

/** Signals that a player may be unusual (docs/rules/fair-play.md). None of them proves anything. */
export const signalKinds = [
  'win_rate',
  'impossible_time',
  'shared_card',
  'shared_account',
  'shared_network',
] as const;
export type SignalKind = (typeof signalKinds)[number];

export const signal = z.object({
  kind: z.enum(signalKinds),
  /** The points that it adds to the score. */
  points: amount,
  /** The observation in one sentence, without personal data. */
  text: z.string(),
  /** Short hashes of the shared networks; empty for other kinds of signal. */
  hashes: z.array(z.string()),
  /** Some of the players who share it. */
  others: z.array(id),
  /** Some of the attempts concerned. */
  attempts: z.array(id),
});
export type Signal = z.infer<typeof signal>;

export const fairPlaySorts = [
  'score',
  'excess',
  'winnings',
  'sharedCards',
  'sharedAccounts',
  'sharedNetworks',
] as const;
export const fairPlayFilters = ['open', 'dismissed'] as const;

export const fairPlayPlayer = z.object({
  /** Name and address are empty if the account is gone. */
  user: z.object({ _id: id, name: z.string(), email: z.string() }),
  finished: amount,
  won: amount,
  /** Expected wins according to the statistics at entry. */
  expected: z.number(),
  /** Wins above the expectation, in standard deviations. */
  excess: z.number(),
  winningsGC: amount,
  sharedCards: amount,
  sharedAccounts: amount,
  sharedNetworks: amount,
  /** From 0 to 100. */
  score: z.int().min(0).max(100),
  signals: z.array(signal),
  checkedAt: timestamp,
  /** When it entered the queue. */
  openSince: timestamp.nullable(),
  dismissedAt: timestamp.nullable(),
});
export type FairPlayPlayer = z.infer<typeof fairPlayPlayer>;

/** The part for a player's export: figures, and nothing about others. */
export const fairPlayRecord = fairPlayPlayer
  .pick({
    finished: true,
    won: true,
    expected: true,
    winningsGC: true,
    sharedCards: true,
    sharedAccounts: true,
    sharedNetworks: true,
    score: true,
    checkedAt: true,
  })
  .extend({ reasons: z.array(z.string()) });

export const fairPlayApi = {
  players: endpoint({
    method: 'GET',
    path: '/fair-play/players',
    access: 'fair-play:read',
    summary: 'Search players for unusual results',
    query: z.object({
      /** Matches the same fields as the search for users. */
      search: wordSearch.optional(),
      status: z.enum(fairPlayFilters).optional(),
      sort: z.enum(fairPlaySorts).default('score'),
      order: z.enum(['asc', 'desc']).default('desc'),
      page: pageNumber,
      pageSize: asNumber(z.int().min(1).max(100)).default(25),
    }),
    isList: true,
    data: z.object({ list: z.array(fairPlayPlayer), total: amount, isEstimate: z.boolean() }),
  }),
  dismiss: endpoint({
    method: 'POST',
    path: '/fair-play/players/:id/dismiss',
    access: 'fair-play:write',
    idempotent: true,
    summary: 'Dismiss an anomaly',
    message: 'Dismissed',
    params: z.object({ id }),
    body: z.object({ reason: z.string().trim().min(3).max(500).regex(linesOfText) }),
    data: z.object({ _id: id, dismissedAt: timestamp }),
    refusals: ['not_found', 'conflict_of_interest', 'anomaly_not_open'],
  }),
};
