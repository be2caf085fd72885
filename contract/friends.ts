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
  /** Friends may be notified of this player's wins. */
  tellsWins: z.boolean(),
  /** This player wants to be notified of friends' wins. */
  hearsWins: z.boolean(),
});
export type FriendChoices = z.infer<typeof choices>;

const link = z.object({ code: id, expiresAt: timestamp });

export const friends = z.object({
  friends: z.array(friend),
  /** Requests from others to the player, and from the player to others. */
  incoming: z.array(request),
  outgoing: z.array(request),
  /** Players whose requests are never delivered. */
  blocked: z.array(blocked),
  /** Anyone who has this link may become a friend; null if there is none. */
  link: link.nullable(),
  choices,
});
export type Friends = z.infer<typeof friends>;

/**
 * `asked`: the other player has to agree; a declined or blocked player gets the same answer. `friends`: both have agreed.
 */
const outcome = z.object({ outcome: z.enum(['asked', 'friends']) });
const withId = { params: z.object({ id }) } as const;
const access = 'signed-in';

/** `:id` is the other player's, or the code of a link. */
export const friendsApi = {
  list: endpoint({
    method: 'GET',
    path: '/friends',
    access,
    summary: 'One’s friends, requests in both directions, link and choices',
    data: friends,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/friends/requests',
    access,
    summary:
      'Ask a player to be friends, by handle; where they have asked, this agrees. Repeating it changes nothing',
    body: z.object({ handle: chosenHandle }),
    data: outcome,
    refusals: ['friend_unknown', 'friend_is_self', 'too_many_friends', 'too_many_friend_requests'],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/friends/requests/:id/accept',
    access,
    summary: 'Agree to be friends with a player who asked',
    ...withId,
    data: outcome,
    refusals: ['not_found', 'too_many_friends'],
  }),
  decline: endpoint({
    method: 'POST',
    path: '/friends/requests/:id/decline',
    access,
    summary: 'Decline for 30 days, or for good; the other is not told',
    ...withId,
    body: z.object({ blocks: z.boolean().default(false) }),
    refusals: ['not_found'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/friends/requests/:id',
    access,
    summary: 'Take a request of one’s own back',
    ...withId,
  }),
  unblock: endpoint({
    method: 'DELETE',
    path: '/friends/blocks/:id',
    access,
    summary: 'Let a player ask again, 30 days after they were declined; they are not told',
    ...withId,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/friends/:id',
    access,
    summary: 'End a friendship; the other is not told',
    ...withId,
  }),
  makeLink: endpoint({
    method: 'PUT',
    path: '/friends/link',
    access,
    summary: 'A link by which others become friends, for 7 days; an earlier one stops working',
    data: link,
  }),
  dropLink: endpoint({
    method: 'DELETE',
    path: '/friends/link',
    access,
    summary: 'Have the link stop working',
  }),
  readLink: endpoint({
    method: 'GET',
    path: '/friends/links/:id',
    access,
    summary: 'Whose link it is',
    ...withId,
    data: z.object({ player: publicPlayer }),
    refusals: ['friend_link_gone', 'friend_is_self'],
  }),
  acceptLink: endpoint({
    method: 'POST',
    path: '/friends/links/:id/accept',
    access,
    summary: 'Become friends with whose link it is',
    ...withId,
    data: outcome,
    refusals: ['friend_link_gone', 'friend_is_self', 'too_many_friends'],
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/friends/choices',
    access,
    summary: 'Choose whether friends hear of one’s wins, and one of theirs',
    body: choices,
    data: choices,
  }),
};
