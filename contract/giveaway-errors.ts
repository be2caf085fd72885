// SPDX-License-Identifier: Apache-2.0

/** The part of the closed list of refusals (errors.ts) about giveaways. */
export const giveawayErrors = {
  giveaway_invalid: { status: 400, message: '{fault}' },
  giveaway_closed: { status: 409, message: 'This giveaway is not open for entries at the moment.' },
  giveaway_not_for_administrators: {
    status: 403,
    message: 'People who help to run FinalRing cannot enter its giveaways.',
  },
  giveaway_needs_verified_email: {
    status: 403,
    message:
      'Giveaways need a verified e-mail address. Verify yours where you sign in, then sign in again. You have not entered.',
  },
  giveaway_not_drawn: { status: 409, message: 'This giveaway has not been drawn yet.' },
  giveaway_frozen: {
    status: 409,
    message: 'Players have entered this giveaway: its terms are fixed, and it stays until it is drawn.',
  },
} as const satisfies Record<string, { status: number; message: string }>;
