// SPDX-License-Identifier: Apache-2.0

import type { FactorChange } from '../../../../contract/second-factor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import * as store from '../factor-queries.ts';
import { noteAuthority } from '../note-authority.ts';
import { deletePasskey, listPasskeys } from '../passkey-store.ts';
import { authoriseOverOther } from '../roles/authority.ts';
import { noteOfficerChange } from '../roles/officer-change-store.ts';
import { clearFactorAt, endEverySession } from '../sessions/session-store.ts';
import * as appStore from './authenticator-app-store.ts';
import {
  type Asker,
  type FactorDeps,
  type LockedFactors,
  lockFactors,
  recordFactorChange,
  requireFresh,
} from './lock-second-factor.ts';

type Done = Record<never, never>;

/** Removes the player's own app. Refuses `second_factor_missing`, `second_factor_required`. */
export function removeApp(asker: Asker, deps: FactorDeps): Promise<Done | Refusal> {
  return removeOne(asker, deps, async (tx, held) => {
    if (!held.appSince) return refuse('second_factor_missing');
    return { what: 'app-removed', take: () => appStore.deleteApp(tx, asker.playerId) };
  });
}

/** Removes one of the player's own passkeys. Refuses `not_found`, `second_factor_required`. */
export function removePasskey(asker: Asker, id: string, deps: FactorDeps): Promise<Done | Refusal> {
  const { playerId } = asker;
  return removeOne(asker, deps, async (tx) => {
    const passkeys = await listPasskeys(tx, playerId);
    if (!passkeys.some(({ _id }) => _id === id)) return refuse('not_found');
    const before = { passkey: id };
    return { what: 'passkey-removed', before, take: () => deletePasskey(tx, { playerId, id }) };
  });
}

interface Removal {
  what: FactorChange;
  before?: object;
  take(): Promise<unknown>;
}

/** Removing the last factor also deletes its recovery codes, and makes all sessions unconfirmed. */
async function removeOne(
  asker: Asker,
  deps: FactorDeps,
  find: (tx: Tx, held: LockedFactors) => Promise<Removal | Refusal>,
): Promise<Done | Refusal> {
  const { playerId } = asker;
  const outcome = await deps.db.transaction<Done | Refusal>(async (tx) => {
    const held = await lockFactors(tx, asker);
    if (isRefusal(held)) return held;
    const found = await find(tx, held);
    if (isRefusal(found)) return found;
    const refusal = requireFresh(held, deps);
    if (refusal) return refusal;
    const { take, ...change } = found;
    await take();
    if (!(await store.readFactors(tx, playerId)).isEnrolled) {
      await store.deleteFactors(tx, playerId);
      await clearFactorAt(tx, playerId);
    }
    await recordFactorChange(tx, { ...change, playerId });
    return {};
  });
  deps.sessions.forget(playerId);
  if (!isRefusal(outcome)) await noteAuthority({ factorsOf: playerId }, deps);
  return outcome;
}

/**
 * Removes another user's factors, which the user can no longer use, and ends all their sessions: they sign in again and
 * set up a new factor. Refuses what `authoriseOverOther` refuses, and `second_factor_missing`.
 */
export async function removeFactorsOfUser(
  { actorId, userId, reason }: { actorId: string; userId: string; reason: string },
  { db, clock, sessions, journal }: Pick<FactorDeps, 'db' | 'clock' | 'sessions' | 'journal'>,
): Promise<{ ended: number } | Refusal> {
  const outcome = await db.transaction<{ ended: number } | Refusal>(async (tx) => {
    const authority = await authoriseOverOther(tx, { actorId, userId, permission: 'users:write' });
    if (isRefusal(authority)) return authority;
    const { isEnrolled } = await store.readFactors(tx, userId);
    if (!isEnrolled) return refuse('second_factor_missing');
    await store.deleteFactors(tx, userId);
    const ended = await endEverySession(tx, userId);
    await noteOfficerChange(tx, authority.target, { actorId, at: clock.now() });
    await recordFactorChange(tx, { what: 'removed-by-administrator', playerId: userId, actorId, reason });
    return { ended };
  });
  if (isRefusal(outcome)) return outcome;
  sessions.forget(userId);
  await noteAuthority({ factorsOf: userId }, { db, journal });
  return outcome;
}
