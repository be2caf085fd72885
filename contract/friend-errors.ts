// SPDX-License-Identifier: Apache-2.0

/** The part of the closed list of refusals (errors.ts) about friends. */
export const friendErrors = {
  friend_unknown: { status: 404, message: 'Nobody is called “{handle}”. Check the spelling.' },
  friend_is_self: { status: 409, message: 'That is you.' },
  friend_link_gone: { status: 404, message: 'This link has expired, or was taken back. Ask for a new one.' },
  too_many_friends: { status: 409, message: 'One of you has {max} friends already, which is the most.' },
  too_many_friend_requests: {
    status: 409,
    message: '{max} requests of yours wait for an answer. Take one back first.',
  },
} as const satisfies Record<string, { status: number; message: string }>;
