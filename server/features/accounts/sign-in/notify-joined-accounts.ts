// SPDX-License-Identifier: Apache-2.0

import type { Database } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { takeUnnotified } from './identity-store.ts';

export const notifyEarlierSignInsTask = 'tell-earlier-sign-ins';
const notificationBatchSize = 500;

/** Notifies, once each, the owners of accounts that identities joined before we asked for consent. */
export async function notifyJoinedAccounts(db: Database): Promise<void> {
  for (let told = notificationBatchSize; told === notificationBatchSize; ) {
    told = await db.transaction(async (tx) => {
      const unnotified = await takeUnnotified(tx, notificationBatchSize);
      for (const { playerId, provider, createdAt } of unnotified) {
        await publish(tx, 'player.sign-in-changed', {
          ...{ playerId, what: 'added', provider, changeId: null, at: createdAt.toISOString() },
        });
      }
      return unnotified.length;
    });
  }
}
