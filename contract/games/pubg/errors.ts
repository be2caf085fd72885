// SPDX-License-Identifier: Apache-2.0

/** Refusals about the game's account. */
export const errors = {
  pubg_account_active: {
    status: 409,
    message:
      'A challenge is already running for this PUBG account. No coins were taken. Wait for its result.',
  },
  pubg_name_unknown: {
    status: 422,
    message:
      'We found no PUBG account called "{epicId}" on this platform. No coins were taken. Check platform, spelling and capitals.',
  },
  pubg_name_differs: {
    status: 409,
    message:
      'Your account is bound to the PUBG account "{bound}". No coins were taken. Enter with that one, or ask support to change it.',
  },
  pubg_account_banned: {
    status: 422,
    message: 'PUBG has banned the account "{epicId}". No coins were taken. Enter once the ban is lifted.',
  },
  pubg_account_taken: {
    status: 409,
    message:
      'This PUBG account belongs to another player. No coins were taken. If it’s yours, contact support.',
  },
} as const;
