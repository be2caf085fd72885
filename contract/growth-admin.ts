// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id } from './endpoint.ts';
import { daysQuery } from './overview-admin.ts';

/** Most rows in a list; those that moved most come first. */
export const maxGrowthRows = 50;
/** How many weekly cohorts of sign-ups are followed, and for how many weeks each. */
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
   * Gift cards by what was sold in the span. `coins` excludes refunded cards. `codes` counts every code given out for them,
   * including bad and refunded ones; `costCents` is the cost of the `costed` ones among them, whose cost is known.
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
  /** Card payments in the span less refunds, and the coins they bought: together they show what a coin is worth. */
  bought: z.object({ paidCents: amount, coins: amount }),
  /** How far the players who signed up through an invitation in the span have come by now. */
  funnel: z.object({ invited: amount, entered: amount, finished: amount, counted: amount, won: amount }),
  /** Players by the week of their sign-up (from Monday, UTC): the last weeks up to the span's end. */
  cohorts: z.array(
    z.object({
      week: z.iso.date(),
      players: amount,
      /** How many of them ended an attempt in that week, in the next one, and so on, for weeks that have begun. */
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
