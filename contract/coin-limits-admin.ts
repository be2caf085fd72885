// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, lineOfText, maxCoins } from './endpoint.ts';

/** Ways in which an administrator's action gives out coins. */
export const actedWays = ['adjustments', 'giveaways', 'events'] as const;
/** Ways in which coins are given out automatically: event rewards, and what challenges may pay above their fees. */
export const automaticWays = ['rewards', 'challenges'] as const;
export const coinWays = [...actedWays, ...automaticWays] as const;
export type ActedWay = (typeof actedWays)[number];
export type AutomaticWay = (typeof automaticWays)[number];
export type CoinWay = (typeof coinWays)[number];

export const coinLimit = z.object({
  way: z.enum(coinWays),
  /** Gamer Coins per day (UTC), including what was added for today. */
  limit: amount,
  raisedBy: amount,
  /** Given out today, not counting what a second administrator approved. */
  made: amount,
  left: amount,
  /** The limit for one administrator, and what the caller has left of it; null for ways without an administrator. */
  administrator: z.object({ limit: amount, made: amount, left: amount }).nullable(),
});
export type CoinLimit = z.infer<typeof coinLimit>;

export const raiseInput = z.object({
  way: z.enum(coinWays),
  coins: z.int('Enter a whole number').min(1, 'Enter at least 1').max(maxCoins),
  reason: z.string().trim().min(1, 'Reason is required').max(500).regex(lineOfText),
});

export const coinLimitsApi = {
  read: endpoint({
    method: 'GET',
    path: '/overview/coin-limits',
    access: 'overview:read',
    summary: 'Get today’s coin limits',
    data: z.object({ isOn: z.boolean(), list: z.array(coinLimit) }),
  }),
  raise: endpoint({
    method: 'POST',
    path: '/overview/coin-limits/raise',
    access: 'events:send',
    isIrreversible: true,
    idempotent: true,
    summary: 'Ask for a higher coin limit today',
    message: 'Today’s limit is raised',
    body: raiseInput,
    data: z.object({ limit: amount }),
    refusals: ['waits_for_approval', 'coin_limit_day_over', 'idempotency_key_reused'],
  }),
};
