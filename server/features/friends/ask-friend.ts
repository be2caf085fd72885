// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { friendLimits } from '../../../contract/friends.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/jobs/outbox.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { FindByHandle, HoldPlayers, PublicPlayers } from '../../ports.ts';
import * as linkStore from './friend-link-store.ts';
import * as requestStore from './friend-request-store.ts';
import * as friendshipStore from './friendship-store.ts';
import { isOpen, mayRepeat } from './rules.ts';

export interface FriendsDeps {
  db: Database;
  clock: Clock;
  publicPlayers: PublicPlayers;
  holdPlayers: HoldPlayers;
  findByHandle: FindByHandle;
}

type Outcome = { outcome: 'asked' | 'friends' };
interface Pair {
  playerId: string;
  otherId: string;
}

/** Makes two consenting players friends. Refuses `too_many_friends` if either of them has too many. */
async function makeFriends(
  tx: Tx,
  { playerId, otherId }: Pair,
  { clock }: FriendsDeps,
): Promise<Outcome | Refusal> {
  if (!(await friendshipStore.areFriends(tx, playerId, otherId))) {
    await friendshipStore.lockCounts(tx, [playerId, otherId]);
    const most = await friendshipStore.countFriends(tx, playerId, otherId);
    if (most >= friendLimits.friends) return refuse('too_many_friends', { max: friendLimits.friends });
    await friendshipStore.insertFriendship(tx, playerId, otherId, clock.now());
  }
  await requestStore.deleteRequests(tx, playerId, otherId);
  return { outcome: 'friends' };
}

/**
 * Locks the relation between two players, and prevents the deletion of the other one meanwhile; false if that account
 * is gone.
 */
async function holdPair(tx: Tx, { playerId, otherId }: Pair, { holdPlayers }: FriendsDeps): Promise<boolean> {
  await friendshipStore.lockPair(tx, playerId, otherId);
  return (await holdPlayers(tx, [otherId])).has(otherId);
}

/**
 * Sends a friend request, or accepts the other player's. A player whom the other one declined within the last 30 days,
 * or blocked, gets the same answer, but the request reaches no one: nobody learns that they were declined.
 *
 * Refuses `friend_unknown`, `friend_is_self`, `too_many_friends`, `too_many_friend_requests`.
 */
export function askFriend(
  { playerId, handle }: { playerId: string; handle: string },
  deps: FriendsDeps,
): Promise<Outcome | Refusal> {
  return deps.db.transaction<Outcome | Refusal>(async (tx) => {
    const otherId = await deps.findByHandle(tx, handle);
    if (otherId === playerId) return refuse('friend_is_self');
    if (!otherId || !(await holdPair(tx, { playerId, otherId }, deps))) {
      return refuse('friend_unknown', { handle });
    }
    if (await friendshipStore.areFriends(tx, playerId, otherId)) return { outcome: 'friends' };
    const theirs = await requestStore.findRequest(tx, otherId, playerId);
    if (theirs && isOpen(theirs)) return makeFriends(tx, { playerId, otherId }, deps);
    return ask(tx, { playerId, otherId }, deps);
  });
}

/** Neither the answer nor the displayed time reveals the other player's decision. */
async function ask(tx: Tx, { playerId, otherId }: Pair, { clock }: FriendsDeps): Promise<Outcome | Refusal> {
  const now = clock.now();
  const mine = await requestStore.findRequest(tx, playerId, otherId);
  const waiting = mine?.isHidden ? undefined : mine;
  await friendshipStore.lockCounts(tx, [playerId]);
  if (!waiting && (await requestStore.countOutgoing(tx, playerId)) >= friendLimits.openRequests) {
    return refuse('too_many_friend_requests', { max: friendLimits.openRequests });
  }
  const askedAt = waiting?.askedAt ?? now;
  if (mine && !mayRepeat(mine, now)) {
    await requestStore.showRequest(tx, playerId, otherId, askedAt);
    return { outcome: 'asked' };
  }
  // A request also lifts one's own earlier decline or block of the other player.
  await requestStore.deleteRequests(tx, playerId, otherId);
  await requestStore.saveRequest(tx, playerId, otherId, askedAt);
  await publish(tx, 'friend.asked', { playerId: otherId, fromId: playerId, at: now.toISOString() });
  return { outcome: 'asked' };
}

/** Accepts a request; succeeds again if already accepted. Refuses `not_found`, `too_many_friends`. */
export function acceptRequest(pair: Pair, deps: FriendsDeps): Promise<Outcome | Refusal> {
  return deps.db.transaction<Outcome | Refusal>(async (tx) => {
    if (!(await holdPair(tx, pair, deps))) return refuse('not_found');
    const { playerId, otherId } = pair;
    const request = await requestStore.findRequest(tx, otherId, playerId);
    const isAsked = request !== undefined && isOpen(request);
    if (!isAsked && !(await friendshipStore.areFriends(tx, playerId, otherId))) return refuse('not_found');
    return makeFriends(tx, pair, deps);
  });
}

/** Declines a request for a while, or permanently. Refuses `not_found` without a request. */
export function declineRequest(
  { playerId, otherId, blocks }: Pair & { blocks: boolean },
  { db, clock }: FriendsDeps,
): Promise<Record<string, never> | Refusal> {
  return db.transaction<Record<string, never> | Refusal>(async (tx) => {
    await friendshipStore.lockPair(tx, playerId, otherId);
    const declined = { fromId: otherId, toId: playerId, blocks, at: clock.now() };
    return (await requestStore.declineRequest(tx, declined)) ? {} : refuse('not_found');
  });
}

/** Changes a relation that either player may change at any time. */
function change(
  { playerId, otherId }: Pair,
  { db }: FriendsDeps,
  work: (tx: Tx, one: string, other: string) => Promise<void>,
): Promise<Record<string, never>> {
  return db.transaction(async (tx) => {
    await friendshipStore.lockPair(tx, playerId, otherId);
    await work(tx, playerId, otherId);
    return {};
  });
}

export const withdrawRequest = (pair: Pair, deps: FriendsDeps) =>
  change(pair, deps, requestStore.withdrawRequest);
export const unblock = (pair: Pair, deps: FriendsDeps) => change(pair, deps, requestStore.unblock);
export const endFriendship = (pair: Pair, deps: FriendsDeps) =>
  change(pair, deps, friendshipStore.deleteFriendship);

const linkLastsMs = friendLimits.linkLastsDays * 24 * 3_600_000;

/** Makes a new link of 122 random bits, which replaces an earlier one. */
export function makeLink(
  playerId: string,
  { db, clock }: FriendsDeps,
): Promise<{ code: string; expiresAt: string }> {
  const link = {
    code: randomUUID(),
    expiresAt: new Date(clock.now().getTime() + linkLastsMs),
  };
  return db.transaction(async (tx) => {
    await linkStore.saveLink(tx, playerId, link);
    return { ...link, expiresAt: link.expiresAt.toISOString() };
  });
}

/** Makes the player friends with the owner of the link. Refuses `friend_link_gone`, `friend_is_self`, `too_many_friends`. */
export function acceptLink(
  { playerId, code }: { playerId: string; code: string },
  deps: FriendsDeps,
): Promise<Outcome | Refusal> {
  return deps.db.transaction<Outcome | Refusal>(async (tx) => {
    const otherId = await linkStore.findLinkOwner(tx, code, deps.clock.now());
    if (otherId === playerId) return refuse('friend_is_self');
    if (!otherId || !(await holdPair(tx, { playerId, otherId }, deps))) return refuse('friend_link_gone');
    // A link does not work for players whom its owner has blocked.
    const mine = await requestStore.findRequest(tx, playerId, otherId);
    if (mine?.isBlocked) return refuse('friend_link_gone');
    return makeFriends(tx, { playerId, otherId }, deps);
  });
}
