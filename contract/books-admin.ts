// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint } from './endpoint.ts';
import { coinFlow } from './overview-admin.ts';

/** How long after its end a month still accepts entries that arrive late. */
export const monthClosesAfterMs = 2 * 24 * 3_600_000;

const cents = z.int();
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-01');

/** What moved in one month (UTC), each on the day on which it was booked. */
export const books = z.object({
  month,
  /** Whether it still accepts entries that arrive late. */
  isOpen: z.boolean(),
  money: z.object({
    payments: amount,
    paidCents: amount,
    /** Money returned, less money that came in again. */
    refundedCents: cents,
    disputedCents: cents,
    feeCents: cents,
    /** Net change of the card provider's balance, for comparison with its own reports. */
    providerNetCents: cents,
    /** Payments whose fee the provider has not reported yet. */
    feesMissing: amount,
  }),
  codes: z.object({
    /** Codes given to purchases, including replacements of bad ones. */
    given: amount,
    /** Those whose cost was given at import. */
    costed: amount,
    costCents: amount,
  }),
  /** Money paid, less refunds, fees and the cost of codes. Coins that players still hold are owed on top of this. */
  marginCents: cents,
  coins: z.object({
    /** What players held when the month began, and when it ended (or now). Negative where claw-backs outweigh it. */
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
  /** Coins that players held when the day ended, or hold now if it is today. Negative where claw-backs outweigh them. */
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
