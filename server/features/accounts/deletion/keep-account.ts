// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import { recordAdminChange } from '../../../platform/db/admin-changes.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { noteDone } from '../note-in-journal.ts';
import { deviceName } from '../rules.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { SignInBrowser } from '../sign-in/exchange-token.ts';
import { findSignInToken, takeSignInToken } from '../sign-in/sign-in-token-store.ts';
import { hashToken } from '../tokens.ts';
import * as deletions from './account-deletion-store.ts';

/**
 * Cancels a deletion before anything is erased, for the browser that has just signed in, and opens a session. The role
 * stays a plain player's: an administrator has to grant any other role again. Refuses `exchange_invalid`,
 * `sign_in_suspended`.
 */
export function keepAccount(
  { authToken, browserSecret, userAgent }: SignInBrowser,
  { db, clock, sessions, journal }: { db: Database; clock: Clock; sessions: Sessions; journal: Journal },
): Promise<{ authToken: string } | Refusal> {
  return db.transaction<{ authToken: string } | Refusal>(async (tx) => {
    const token = {
      tokenHash: hashToken(authToken),
      browserHash: hashToken(browserSecret),
      now: clock.now(),
    };
    const playerId = await findSignInToken(tx, token);
    if (!playerId) return refuse('exchange_invalid');
    const player = await deletions.lockPlayer(tx, playerId);
    if (!player?.deletedAt || player.erasedAt) return refuse('exchange_invalid');
    if (player.suspendedAt) return refuse('sign_in_suspended');
    const { deletedBy } = await deletions.takeBack(tx, playerId);
    if (!(await takeSignInToken(tx, token))) return refuse('exchange_invalid');
    if (deletedBy) {
      // Must come before the journal entry, which no rollback undoes. Logged only when an administrator had deleted the
      // account.
      await recordAdminChange(tx, {
        actorId: playerId,
        action: 'user.keep',
        subject: `user:${playerId}`,
        before: null,
        after: null,
        reason: 'Taken back by its player, by signing in',
      });
    }
    // A database that is restored to an earlier time would otherwise still erase the account.
    await noteDone(tx, { kind: 'kept', playerId, keptAt: token.now.toISOString() }, journal);
    return { authToken: await sessions.start(tx, playerId, deviceName(userAgent)) };
  });
}
