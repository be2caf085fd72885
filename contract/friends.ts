// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, id, timestamp } from './endpoint.ts';
import { chosenHandle, publicPlayer } from './public-players.ts';

export const friendLimits = { friends: 200, openRequests: 50, requestsPerDay: 20, linkLastsDays: 7 };

const friend = z.object({ _id: id, player: publicPlayer, since: timestamp });
export type Friend = z.infer<typeof friend>;
const request = z.object({ _id: id, player: publicPlayer, askedAt: timestamp });
export type FriendRequest = z.infer<typeof request>;

const blocked = z.object({ _id: id, player: publicPlayer });
export type BlockedPlayer = z.infer<typeof blocked>;

const choices = z.object({
  /** Whether friends are notified of this player's wins. */
  tellsWins: z.boolean(),
  /** Whether this player is notified of friends' wins. */
  hearsWins: z.boolean(),
});
export type FriendChoices = z.infer<typeof choices>;

const link = z.object({ code: id, expiresAt: timestamp });

export const friends = z.object({
  friends: z.array(friend),
  /** Requests to the player and from the player. */
  incoming: z.array(request),
  outgoing: z.array(request),
  /** Blocked players, whose requests are never delivered. */
  blocked: z.array(blocked),
  /** Anyone with this link may become a friend; null if there is none. */
  link: link.nullable(),
  choices,
});
export type Friends = z.infer<typeof friends>;

/**
 * `asked`: the other player must agree. A declined or blocked player gets the same answer. `friends`: both have agreed.
 */
const outcome = z.object({ outcome: z.enum(['asked', 'friends']) });
const withId = { params: z.object({ id }) } as const;
const access = 'signed-in';

/** `:id` is the other player's id, or the code of a link. */
export const friendsApi = {
  list: endpoint({
    method: 'GET',
    path: '/friends',
    access,
    summary: 'Get friends, requests and choices',
    data: friends,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/friends/requests',
    access,
    summary: 'Ask a player to be friends',
    body: z.object({ handle: chosenHandle }),
    data: outcome,
    refusals: ['friend_unknown', 'friend_is_self', 'too_many_friends', 'too_many_friend_requests'],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/friends/requests/:id/accept',
    access,
    summary: 'Accept a friend request',
    ...withId,
    data: outcome,
    refusals: ['not_found', 'too_many_friends'],
  }),
  decline: endpoint({
    method: 'POST',
    path: '/friends/requests/:id/decline',
    access,
    summary: 'Decline a friend request',
    ...withId,
    body: z.object({ blocks: z.boolean().default(false) }),
    refusals: ['not_found'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/friends/requests/:id',
    access,
    summary: 'Withdraw your friend request',
    ...withId,
  }),
  unblock: endpoint({
    method: 'DELETE',
    path: '/friends/blocks/:id',
    access,
    summary: 'Unblock a player',
    ...withId,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/friends/:id',
    access,
    summary: 'Remove a friend',
    ...withId,
  }),
  makeLink: endpoint({
    method: 'PUT',
    path: '/friends/link',
    access,
    summary: 'Create a friend link',
    data: link,
  }),
  dropLink: endpoint({
    method: 'DELETE',
    path: '/friends/link',
    access,
    summary: 'Withdraw your friend link',
  }),
  readLink: endpoint({
    method: 'GET',
    path: '/friends/links/:id',
    access,
    summary: 'Get the owner of a friend link',
    ...withId,
    data: z.object({ player: publicPlayer }),
    refusals: ['friend_link_gone', 'friend_is_self'],
  }),
  acceptLink: endpoint({
    method: 'POST',
    path: '/friends/links/:id/accept',
    access,
    summary: 'Accept a friend link',
    ...withId,
    data: outcome,
    refusals: ['friend_link_gone', 'friend_is_self', 'too_many_friends'],
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/friends/choices',
    access,
    summary: 'Set what friends hear about wins',
    body: choices,
    data: choices,
  }),
};
