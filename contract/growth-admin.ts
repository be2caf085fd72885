// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id } from './endpoint.ts';
import { daysQuery } from './overview-admin.ts';

/** Most rows per list, sorted by the amount moved. */
export const maxGrowthRows = 50;
/** How many weekly cohorts of sign-ups are followed, and for how many weeks. */
export const cohortWeeks = 8;

export const growth = z.object({
  /** Challenges by the attempts that ended in the span. `coinsIn`: entry fees; `coinsOut`: rewards and refunds. */
  challenges: z.array(
    z.object({
      _id: id,
      description: z.string(),
      entries: amount,
      won: amount,
      coinsIn: amount,
      coinsOut: amount,
    }),
  ),
  /**
   * Gift cards by sales in the span. `coins` excludes refunded cards. `codes` counts every code given out for them,
   * including bad and refunded ones. `costed` counts those with a known cost, and `costCents` is their total.
   */
  cards: z.array(
    z.object({
      _id: id,
      title: z.string(),
      sold: amount,
      refunded: amount,
      coins: amount,
      codes: amount,
      costed: amount,
      costCents: amount,
    }),
  ),
  /** Card payments in the span minus refunds, and the coins bought: together they give the value of a coin. */
  bought: z.object({ paidCents: amount, coins: amount }),
  /** The current progress of players who signed up through an invitation in the span. */
  funnel: z.object({ invited: amount, entered: amount, finished: amount, counted: amount, won: amount }),
  /** Players by week of sign-up (from Monday, UTC), for the last weeks up to the end of the span. */
  cohorts: z.array(
    z.object({
      week: z.iso.date(),
      players: amount,
      /** How many of them finished an attempt in that week, the next, and so on, for weeks that have begun. */
      active: z.array(amount).max(cohortWeeks),
    }),
  ),
});
export type Growth = z.infer<typeof growth>;

export const growthApi = {
  read: endpoint({
    method: 'GET',
    path: '/overview/growth',
    access: 'overview:read',
    summary: 'Get margins, invitations and cohorts',
    query: daysQuery,
    data: growth,
  }),
};
