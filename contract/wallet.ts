// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, timestamp } from './endpoint.ts';
import { asNumber } from './sent-numbers.ts';

export const currencies = ['GC', 'XP', 'REFERRAL_TOKEN'] as const;
export type Currency = (typeof currencies)[number];

/** Parts of the statement, which add up to the balance (docs/rules/ledger.md, 9). */
export const breakdownParts = [
  'challengeEntry',
  'challengeReward',
  'challengeRefund',
  'purchase',
  'adminCredit',
  'coinPurchase',
  'eventReward',
  'giveawayPrize',
  'referralReward',
  'reversal',
] as const;
export type BreakdownPart = (typeof breakdownParts)[number];

/** Kinds of history entries: a part of the coins' breakdown, or XP from playing or buying. */
export const historyTypes = [...breakdownParts, 'xpAward'] as const;
export type HistoryType = (typeof historyTypes)[number];

export const historyEntry = z.object({
  _id: z.string(),
  description: z.string(),
  status: z.literal('Success'),
  type: z.enum(historyTypes),
  /** Signed: a negative amount left the wallet. */
  amount: z.int(),
  currency: z.enum(currencies),
  date: timestamp,
});

export type HistoryEntry = z.infer<typeof historyEntry>;

export const statement = z.object({
  /** The breakdown covers only coins, over all time. The history below covers every currency, page by page. */
  summary: z.object({
    totalSpent: amount,
    totalEarned: amount,
    netBalance: z.int(),
    totalTransactions: amount,
    /** Signed; the parts add up to `netBalance`. */
    breakdown: z.record(z.enum(breakdownParts), z.int()),
  }),
  history: z.array(historyEntry),
  /** Pass as `before` to read the next page; null on the last one. */
  nextBefore: z.string().nullable(),
});
export type Statement = z.infer<typeof statement>;

export const walletApi = {
  history: endpoint({
    method: 'GET',
    path: '/transaction/history',
    access: 'signed-in',
    summary: 'Get your statement',
    query: z.object({
      before: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
      limit: asNumber(z.int().min(1).max(200)).default(50),
      type: z.enum(historyTypes).optional(),
    }),
    data: statement,
  }),
};
