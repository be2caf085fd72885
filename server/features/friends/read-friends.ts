// SPDX-License-Identifier: Apache-2.0

import { type Friends, friendLimits } from '../../../contract/friends.ts';
import { formerPlayer, type PublicPlayer } from '../../../contract/public-players.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { FriendsDeps } from './ask-friend.ts';
import * as choiceStore from './friend-choice-store.ts';
import * as linkStore from './friend-link-store.ts';
import * as requestStore from './friend-request-store.ts';
import * as friendshipStore from './friendship-store.ts';
import { defaultChoices } from './rules.ts';

/** Friends, requests in both directions, link and choices of a player. */
export async function readFriends(playerId: string, deps: FriendsDeps): Promise<Friends> {
  const { db, clock, publicPlayers } = deps;
  const [friends, incoming, outgoing, blocked, link, choices] = await Promise.all([
    friendshipStore.listFriends(db, playerId),
    requestStore.listIncoming(db, playerId, friendLimits.friends),
    requestStore.listOutgoing(db, playerId, friendLimits.friends),
    requestStore.listBlocked(db, playerId),
    linkStore.findLink(db, playerId, clock.now()),
    choiceStore.findChoices(db, playerId),
  ]);
  const ids = [...friends, ...incoming, ...outgoing, ...blocked].map(({ id }) => id);
  const known = await publicPlayers(db, [...new Set(ids)]);
  const view = ({ id }: { id: string }) => ({ _id: id, player: known.get(id) ?? formerPlayer });
  const request = (row: requestStore.ListedRequest) => ({ ...view(row), askedAt: row.askedAt.toISOString() });
  return {
    friends: friends.map((row) => ({ ...view(row), since: row.since.toISOString() })),
    incoming: incoming.map(request),
    outgoing: outgoing.map(request),
    blocked: blocked.map(view),
    link: link ? { code: link.code, expiresAt: link.expiresAt.toISOString() } : null,
    choices: choices ?? defaultChoices,
  };
}

/** The owner of a link. Refuses `friend_link_gone`, also to players whom the owner has blocked, and `friend_is_self`. */
export async function readLink(
  { playerId, code }: { playerId: string; code: string },
  { db, clock, publicPlayers }: FriendsDeps,
): Promise<{ player: PublicPlayer } | Refusal> {
  const ownerId = await linkStore.findLinkOwner(db, code, clock.now());
  if (ownerId === playerId) return refuse('friend_is_self');
  if (!ownerId) return refuse('friend_link_gone');
  if ((await requestStore.findRequest(db, playerId, ownerId))?.isBlocked) return refuse('friend_link_gone');
  const player = (await publicPlayers(db, [ownerId])).get(ownerId);
  return player ? { player } : refuse('friend_link_gone');
}
