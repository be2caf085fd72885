// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import { changeOnce } from '../../../platform/db/admin-changes.ts';
import type { Database } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { publishLive } from '../../../platform/live/publish.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { authoriseOverOther } from '../roles/authority.ts';
import * as store from './handle-store.ts';

interface ResetInput {
  actorId: string;
  userId: string;
  /** The handle to take away; nothing changes if the user has another one by now. */
  handle: string;
  reason: string;
  idempotencyKey: string;
}

/**
 * Takes away an offensive handle permanently, and gives the user a random one (docs/rules/handles.md, 11). Does not
 * count as the player's own change. Refuses what `authoriseOverOther` refuses, `changed_meanwhile`,
 * `idempotency_key_reused`.
 */
export function resetHandle(
  { idempotencyKey, ...input }: ResetInput,
  { db, clock }: { db: Database; clock: Clock },
): Promise<{ handle: string } | Refusal> {
  const { actorId, userId, handle: handleBefore, reason } = input;
  const asked = { operation: 'user.reset-handle', userId, handle: handleBefore, reason };
  return db.transaction<{ handle: string } | Refusal>(async (tx) => {
    const authority = await authoriseOverOther(tx, { actorId, userId, permission: 'users:write' });
    if (isRefusal(authority)) return authority;
    const reset = async () => {
      const current = await store.getHandle(tx, userId);
      if (current !== handleBefore) {
        return refuse('changed_meanwhile', { fields: 'handle', current: { handle: current } });
      }
      await store.giveUpHandle(tx, userId, null);
      const handle = await store.giveRandomHandle(tx, userId);
      const changedAt = clock.now();
      const changedBy = 'administrator';
      const change = { playerId: userId, handleBefore, handle, changedBy, changedAt } as const;
      const changeId = await store.insertHandleChange(tx, change);
      await publish(tx, 'player.handle-reset', { playerId: userId, changeId });
      await publishLive(tx, userId, 'profile', {});
      return {
        answer: { handle },
        change: {
          action: 'user.reset-handle',
          subject: `user:${userId}`,
          before: { handle: handleBefore },
          after: { handle },
          reason,
        },
      };
    };
    return changeOnce(tx, { playerId: actorId, key: idempotencyKey, input: asked }, reset, {
      // The stored answer contains no names.
      toKept: () => ({}),
      restore: async () => ({ handle: await store.getHandle(tx, userId) }),
    });
  });
}
