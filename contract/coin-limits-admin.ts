// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, lineOfText, maxCoins } from './endpoint.ts';

/** Ways in which coins are made by what an administrator does. */
export const actedWays = ['adjustments', 'giveaways', 'events'] as const;
/** And by themselves: rewards of events, and what challenges may pay above their fees. */
export const automaticWays = ['rewards', 'challenges'] as const;
export const coinWays = [...actedWays, ...automaticWays] as const;
export type ActedWay = (typeof actedWays)[number];
export type AutomaticWay = (typeof automaticWays)[number];
export type CoinWay = (typeof coinWays)[number];

export const coinLimit = z.object({
  way: z.enum(coinWays),
  /** Of a day (UTC), with what was added to it today; in Gamer Coins. */
  limit: amount,
  raisedBy: amount,
  /** Today, without what a second administrator approved. */
  made: amount,
  left: amount,
  /** Of one administrator, and what is left of it to the caller; null where no administrator causes it. */
  administrator: z.object({ limit: amount, made: amount, left: amount }).nullable(),
});
export type CoinLimit = z.infer<typeof coinLimit>;

export const coinLimitsApi = {
  read: endpoint({
    method: 'GET',
    reads: 'now',
    path: '/overview/coin-limits',
    access: 'overview:read',
    summary: 'How many coins may be made today in each way, and what is left of it',
    data: z.object({ isOn: z.boolean(), list: z.array(coinLimit) }),
  }),
  raise: endpoint({
    method: 'POST',
    path: '/overview/coin-limits/raise',
    access: 'events:send',
    isIrreversible: true,
    idempotent: true,
    summary: 'Ask for more coins in one way today; a second administrator decides',
    message: 'The limit of today is raised',
    body: z.object({
      way: z.enum(coinWays),
      coins: z.int('Enter a whole number').min(1, 'Enter at least 1').max(maxCoins),
      reason: z.string().trim().min(1, 'Reason is required').max(500).regex(lineOfText),
    }),
    data: z.object({ limit: amount }),
    refusals: ['waits_for_approval', 'coin_limit_day_over', 'idempotency_key_reused'],
  }),
};
