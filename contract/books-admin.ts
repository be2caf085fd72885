// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint } from './endpoint.ts';
import { coinFlow } from './overview-admin.ts';

/** How long after its end a month still accepts late entries. */
export const monthClosesAfterMs = 2 * 24 * 3_600_000;

const cents = z.int();
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-01');

/** What moved in one month (UTC), by the day on which it was booked. */
export const books = z.object({
  month,
  /** Whether the month still accepts late entries. */
  isOpen: z.boolean(),
  money: z.object({
    payments: amount,
    paidCents: amount,
    /** Returned money, minus money that came back again. */
    refundedCents: cents,
    disputedCents: cents,
    feeCents: cents,
    /** Net change of the card provider's balance, for comparison with its own reports. */
    providerNetCents: cents,
    /** Payments whose fee the provider hasn't reported yet. */
    feesMissing: amount,
  }),
  codes: z.object({
    /** Codes given to purchases, including replacements of bad ones. */
    given: amount,
    /** Codes whose cost was given at import. */
    costed: amount,
    costCents: amount,
  }),
  /** Payments minus refunds, fees and the cost of codes. The coins that players still hold are a further debt. */
  marginCents: cents,
  coins: z.object({
    /** What players held at the start of the month and at its end (or now). Negative if claw-backs exceed it. */
    opening: z.int(),
    closing: z.int(),
    flows: z.array(coinFlow.omit({ day: true })),
  }),
});
export type Books = z.infer<typeof books>;

/** A day (UTC) that has begun. */
const pastDay = z.iso
  .date()
  .refine((day) => day.startsWith('20'), 'must be a day such as 2026-01-31')
  .refine((day) => Date.parse(day) <= Date.now(), 'Choose a day that isn’t in the future');

export const outstanding = z.object({
  on: z.iso.date(),
  /**
   * The coins that players held at the end of the day, or hold now if it is today. Negative if claw-backs exceed them.
   */
  outstanding: z.int(),
});
export type Outstanding = z.infer<typeof outstanding>;

export const booksApi = {
  read: endpoint({
    method: 'GET',
    path: '/books',
    access: 'books:read',
    summary: 'Get the books of one month',
    query: z.object({ month }),
    data: books,
  }),
  readOutstanding: endpoint({
    method: 'GET',
    path: '/books/outstanding',
    access: 'books:read',
    summary: 'Get the coins outstanding on a day',
    query: z.object({ on: pastDay }),
    data: outstanding,
  }),
};
