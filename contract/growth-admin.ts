// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id } from './endpoint.ts';
import { daysQuery } from './overview-admin.ts';

/** Rows of a list; those that moved most come first. */
export const maxGrowthRows = 50;
/** Weeks of sign-ups that are followed, and for how many weeks after. */
export const cohortWeeks = 8;

export const growth = z.object({
  /** Challenges by attempts that ended in the span: entry fees, and rewards with what went back. */
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
   * Gift cards by what was sold in the span. `coins` without refunded ones. Of the codes that were given out for them,
   * bad and refunded ones too: how many there are, and what those cost of which it is known (`costed` of `codes`).
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
  /** Card payments of the span without what went back, and the coins they bought: what a coin is worth. */
  bought: z.object({ paidCents: amount, coins: amount }),
  /** Of those who signed up by an invitation in the span, how many came how far by now. */
  funnel: z.object({ invited: amount, entered: amount, finished: amount, counted: amount, won: amount }),
  /** Players by the week (Monday, UTC) of their sign-up, the last ones up to the span's end. */
  cohorts: z.array(
    z.object({
      week: z.iso.date(),
      players: amount,
      /** How many of them ended an attempt in that week, the next one, and so on, as far as weeks have begun. */
      active: z.array(amount).max(cohortWeeks),
    }),
  ),
});
export type Growth = z.infer<typeof growth>;

export const growthApi = {
  read: endpoint({
    method: 'GET',
    reads: 'late',
    path: '/overview/growth',
    access: 'overview:read',
    summary: 'What challenges and gift cards brought, how invitations go on, and who of a week comes back',
    query: daysQuery,
    data: growth,
  }),
};
