// SPDX-License-Identifier: Apache-2.0

import { type DomainEvents, publish } from '../../platform/jobs/outbox.ts';
import type { FriendsDeps } from './ask-friend.ts';
import * as choiceStore from './friend-choice-store.ts';
import * as friendshipStore from './friendship-store.ts';
import { defaultChoices } from './rules.ts';

/**
 * Notifies friends of a win, if both the player and the friends have agreed. Safe to repeat: there is one notification
 * per cause.
 */
export async function notifyOfWin(
  {
    playerId,
    attemptId,
    status,
    description,
  }: Pick<DomainEvents['challenge.decided'], 'playerId' | 'attemptId' | 'status' | 'description'>,
  { db }: Pick<FriendsDeps, 'db'>,
): Promise<void> {
  if (status !== 'SUCCESS') return;
  await db.transaction(async (tx) => {
    const { tellsWins } = (await choiceStore.findChoices(tx, playerId)) ?? defaultChoices;
    const playerIds = tellsWins ? await friendshipStore.findWinSubscribers(tx, playerId) : [];
    if (playerIds.length > 0) await publish(tx, 'friend.won', { attemptId, playerIds, description });
  });
}
