// SPDX-License-Identifier: Apache-2.0

/** The part of the closed list of refusals (errors.ts) about giveaways. */
export const giveawayErrors = {
  giveaway_invalid: { status: 400, message: '{fault}' },
  giveaway_closed: {
    status: 409,
    message: 'This giveaway isn’t open for entries now. You have not entered. See the other giveaways.',
  },
  giveaway_not_for_administrators: {
    status: 403,
    message:
      'You help to run FinalRing, so you can’t enter its giveaways. If you no longer do, ask an administrator to change your role.',
  },
  giveaway_needs_verified_email: {
    status: 403,
    message:
      'Giveaways need a verified e-mail address. You have not entered. Verify yours at Google or Discord, then sign in again.',
  },
  giveaway_not_drawn: {
    status: 409,
    message: 'This giveaway hasn’t been drawn yet. Come back after it ends.',
  },
  giveaway_frozen: {
    status: 409,
    message:
      'Players have entered this giveaway, or it was drawn, so its terms are fixed. Nothing was changed. You can only turn it on or off.',
  },
} as const satisfies Record<string, { status: number; message: string }>;
