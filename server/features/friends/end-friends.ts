// SPDX-License-Identifier: Apache-2.0

import type { Tx } from '../../platform/db/database.ts';
import { deleteLink } from './friend-link-store.ts';
import { endRequests, forgetRequests } from './friend-request-store.ts';
import { deleteFriendships } from './friendship-store.ts';

/**
 * Ends a player's friendships, requests in both directions, and link. Blocks stay: a suspension for harassment must not
 * let the player contact others again.
 */
export async function endEverything(tx: Tx, playerId: string): Promise<void> {
  await deleteFriendships(tx, playerId);
  await endRequests(tx, playerId);
  await deleteLink(tx, playerId);
}

export async function forgetFriends(tx: Tx, playerId: string): Promise<void> {
  await endEverything(tx, playerId);
  await forgetRequests(tx, playerId);
}
