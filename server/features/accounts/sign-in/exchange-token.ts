// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { ListStandstills } from '../../../ports.ts';
import { findEraseAt, holdPlayers } from '../player-store.ts';
import { deviceName } from '../rules.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { hashToken } from '../tokens.ts';
import { findSignInToken, takeSignInToken } from './sign-in-token-store.ts';

/** The browser that signed in, identified by the token in its address and by its cookie. */
export interface SignInBrowser {
  authToken: string;
  browserSecret: string;
  userAgent?: string | undefined;
}

export interface ExchangeDeps {
  db: Database;
  clock: Clock;
  sessions: Sessions;
  listStandstills: ListStandstills;
}

/**
 * Turns the token in the sign-in address into a session, once, for the browser that signed in. Refuses
 * `exchange_invalid`, `sign_in_suspended`, and `account_leaving` for a deleted account whose deletion can be cancelled:
 * the token then stays valid for that.
 */
export function exchangeToken(
  { authToken, browserSecret, userAgent }: SignInBrowser,
  { db, clock, sessions, listStandstills }: ExchangeDeps,
): Promise<{ authToken: string } | Refusal> {
  return db.transaction<{ authToken: string } | Refusal>(async (tx) => {
    const token = {
      tokenHash: hashToken(authToken),
      browserHash: hashToken(browserSecret),
      now: clock.now(),
    };
    // Locks the player before the token, in the order of a deletion: no session opens for an account that is being
    // deleted.
    const playerId = await findSignInToken(tx, token);
    if (playerId && (await findEraseAt(tx, playerId, []))) {
      const leaving = await findEraseAt(tx, playerId, await listStandstills(tx, token.now));
      return refuse('account_leaving', { eraseAt: leaving?.eraseAt.toISOString() });
    }
    if (!playerId || !(await holdPlayers(tx, [playerId])).has(playerId)) return refuse('exchange_invalid');
    const account = await takeSignInToken(tx, token);
    if (!account) return refuse('exchange_invalid');
    if (account.suspendedAt) return refuse('sign_in_suspended');
    return { authToken: await sessions.start(tx, account.playerId, deviceName(userAgent)) };
  });
}
