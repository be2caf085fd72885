// SPDX-License-Identifier: Apache-2.0

/** Refusals that name the game's account, or the place where the game hides statistics. */
export const errors = {
  epic_account_active: {
    status: 409,
    message:
      'A challenge is already running for this Epic account. No coins were taken. Wait for its result.',
  },
  epic_id_unknown: {
    status: 422,
    message:
      'We found no Epic account called "{epicId}". No coins were taken. Check the spelling in your Epic account settings.',
  },
  stats_private: {
    status: 422,
    message:
      'The stats of "{epicId}" aren’t public. No coins were taken. In the game, open Settings > Account and Privacy, turn on Show on career leaderboard, then try again.',
  },
  epic_account_taken: {
    status: 409,
    message:
      'This Epic account belongs to another player. No coins were taken. If it’s yours, contact support.',
  },
  epic_account_differs: {
    status: 409,
    message:
      'Your account is bound to the Epic account "{bound}". No coins were taken. Enter with that one, or ask support to change it.',
  },
  // These three refusals exist for administrators of every game. `account` is the game's name for its account.
  epic_account_unprovable: {
    status: 409,
    message:
      'This player has no {account} yet, or hasn’t played a first match. Nothing was changed. Try again after their first challenge.',
  },
  epic_account_in_play: {
    status: 409,
    message: '{name} has a challenge running. Nothing was changed. Change the {account} after its result.',
  },
  epic_account_of_other: {
    status: 409,
    message:
      'The {account} "{epicId}" is bound to {name}. Nothing was changed. To move it, try again and choose to take it away from them.',
  },
} as const;
