// SPDX-License-Identifier: Apache-2.0

/** The part of the closed list of refusals (errors.ts) about friends. */
export const friendErrors = {
  friend_unknown: { status: 404, message: 'We found no player called “{handle}”. Check the spelling.' },
  friend_is_self: { status: 409, message: 'That’s you. Add a friend by gamertag, or send them your link.' },
  friend_link_gone: {
    status: 404,
    message: 'This link has expired, or your friend withdrew it. Ask for a new one.',
  },
  too_many_friends: {
    status: 409,
    message:
      'One of you already has {max} friends, the most allowed. That player has to remove a friend first.',
  },
  too_many_friend_requests: {
    status: 409,
    message: 'You have {max} open requests, the most allowed. Withdraw one first.',
  },
} as const satisfies Record<string, { status: number; message: string }>;
