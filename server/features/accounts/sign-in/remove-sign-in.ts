// SPDX-License-Identifier: Apache-2.0

import type { Database, Tx } from '../../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { PlayPauses } from '../../../play-ports.ts';
import type { ProviderPerson } from '../../../providers/sign-in.ts';
import { noteDone } from '../note-in-journal.ts';
import { clearDiscord } from '../player-store.ts';
import {
  type Asker,
  type FactorDeps,
  lockFactors,
  requireFreshOrNew,
} from '../second-factor/lock-second-factor.ts';
import { deleteSessions } from '../sessions/session-store.ts';
import { type AccountKeys, identityHash } from '../tokens.ts';
import { rememberDeletedIdentity } from './deleted-identity-store.ts';
import * as identities from './identity-store.ts';
import { recordSignInChange } from './record-sign-in-change.ts';

export interface RemoveSignInDeps extends FactorDeps {
  db: Database;
  keys: AccountKeys;
  playPauses: PlayPauses;
}

/**
 * Removes a sign-in method from the player's account, and ends every session but the calling one: any of them may have
 * used the removed method. The method's holder may sign up with it again, without welcome coins, and a pause from
 * playing continues.
 *
 * Refuses `not_found`, `sign_in_last`, and without a recent sign-in or factor `sign_in_stale`,
 * `second_factor_required`.
 */
export async function removeSignIn(
  asker: Asker,
  provider: ProviderPerson['provider'],
  deps: RemoveSignInDeps,
): Promise<Record<never, never> | Refusal> {
  const { playerId, sessionId } = asker;
  const outcome = await deps.db.transaction<Record<never, never> | Refusal>(async (tx) => {
    // Locks in the order of a sign-in and of a deletion: identities before the player.
    const held = await identities.lockIdentities(tx, playerId);
    const factors = await lockFactors(tx, asker);
    if (isRefusal(factors)) return factors;
    const removed = held.find((identity) => identity.provider === provider);
    if (!removed) return refuse('not_found');
    if (held.length === 1) return refuse('sign_in_last');
    const refusal = requireFreshOrNew(factors, deps);
    if (refusal) return refusal;
    await remove(tx, playerId, removed, deps);
    await deleteSessions(tx, playerId, sessionId);
    return {};
  });
  if (!isRefusal(outcome)) deps.sessions.forget(playerId);
  return outcome;
}

async function remove(
  tx: Tx,
  playerId: string,
  { provider, subject, email }: identities.LinkedIdentity,
  { clock, keys, playPauses, journal }: RemoveSignInDeps,
): Promise<void> {
  const at = clock.now();
  await identities.deleteIdentity(tx, { provider, subject });
  await identities.markUnverified(tx, playerId);
  if (provider === 'discord') await clearDiscord(tx, playerId, subject);
  await rememberDeletedIdentity(tx, {
    hash: identityHash(keys.identity, provider, subject),
    deletedAt: at,
    wasSuspended: false,
    playPausedUntil: await playPauses.findPauseEnd(tx, playerId, at),
  });
  const removed = { playerId, provider, changedAt: at.toISOString() };
  await noteDone(tx, { kind: 'sign-in-removed', ...removed }, journal);
  await recordSignInChange(tx, { playerId, what: 'removed', provider, at, before: { provider, email } });
}
