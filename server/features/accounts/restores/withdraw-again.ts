// SPDX-License-Identifier: Apache-2.0

import { recordAdminChange } from '../../../platform/db/admin-changes.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import type { JournalEntries } from '../../../platform/journal/entries.ts';
import * as store from '../authority-queries.ts';
import { setRole } from '../player-store.ts';
import { getPermissions, holdsAll } from '../rules.ts';
import { repeatRemoval } from '../sign-in/repeat-removal.ts';
import { setSuspended } from '../users/player-admin-store.ts';

/**
 * After a restore to an earlier moment: takes away again what was taken away since. Nothing is given by a journal, whose
 * place others may write to: what was given since is named, for an administrator to give again.
 */

/** The latest line of each player and role. */
export type NotedRights = {
  readonly [Kind in 'authority' | 'role' | 'factors' | 'sign-in-removed']: readonly JournalEntries[Kind][];
};

export interface WithdrawnAgain {
  suspended: string[];
  /** Players whose role was taken away or became a lesser one. */
  demoted: string[];
  /** Names of roles that allow less again. */
  narrowed: string[];
  /** Players who lost apps, passkeys or recovery codes that they had removed, replaced or used. */
  factorsRemoved: string[];
  /** Players who had removed a way to sign in. */
  signInsRemoved: string[];
  /** What was given since: for an administrator to look at. */
  given: Given[];
  /** Administrators whose second factor was set up since, so that they have none here. */
  withoutFactor: string[];
}

export type Given =
  | { what: 'role'; playerId: string; role: string | null }
  | { what: 'suspension-lifted'; playerId: string }
  | { what: 'permissions'; roleId: string; role: string; permissions: string[] };

interface Plan {
  suspend: boolean;
  /** The role to have from now on; undefined: the one that is here. */
  role: string | undefined;
  given: Given[];
}

function planFor({ playerId, ...one }: store.Overtaken): Plan {
  const here = getPermissions(one.role, one.kept);
  const last = one.lastRole === null ? new Set<never>() : getPermissions(one.lastRole, one.lastKept ?? []);
  const hasTooMuch = !holdsAll(last, here);
  const lesser = one.lastRole !== null && holdsAll(here, last) ? one.lastRole : 'USER';
  const role = hasTooMuch ? lesser : undefined;
  const given: Given[] = [];
  if ((role ?? one.role) !== one.lastRole) given.push({ what: 'role', playerId, role: one.lastRole });
  if (one.isSuspended && !one.wasSuspended) given.push({ what: 'suspension-lifted', playerId });
  return { suspend: one.wasSuspended && !one.isSuspended, role, given };
}

const hasAny = ({ passkeyIds, hasApp, recoveryCodes }: store.WithdrawnFactors) =>
  hasApp || passkeyIds.length + recoveryCodes.length > 0;

const missingIn = (some: readonly string[], others: readonly string[]) =>
  some.filter((one) => !others.includes(one));

/** Whether anything was taken away. */
export const isAnythingWithdrawn = (done: WithdrawnAgain): boolean =>
  [done.suspended, done.demoted, done.narrowed, done.factorsRemoved, done.signInsRemoved].some(
    ({ length }) => length > 0,
  );

const reason = 'Carried out again after the database was restored';

async function narrowRole(
  tx: Tx,
  { roleId, name, permissions, lastPermissions, authorityAt }: store.OvertakenRole,
  done: WithdrawnAgain,
): Promise<void> {
  const tooMuch = missingIn(permissions, lastPermissions);
  const since = missingIn(lastPermissions, permissions);
  if (since.length > 0) done.given.push({ what: 'permissions', roleId, role: name, permissions: since });
  if (tooMuch.length === 0) return;
  await store.setPermissions(tx, roleId, missingIn(permissions, tooMuch));
  if (since.length > 0) await store.stayOvertaken(tx, { roleId, authorityAt });
  done.narrowed.push(name);
}

/** The audit log records it as the player's own change, since no administrator is there who did it. */
async function withdrawFromPlayer(tx: Tx, one: store.Overtaken, done: WithdrawnAgain, at: Date) {
  const { playerId } = one;
  const { suspend, role, given } = planFor(one);
  done.given.push(...given);
  const record = (action: string, before: object, after: object) =>
    recordAdminChange(tx, { actorId: playerId, action, subject: `user:${playerId}`, before, after, reason });
  if (role !== undefined) {
    await setRole(tx, playerId, { role, by: null, at });
    await record('user.update', { role: one.role }, { role });
    done.demoted.push(playerId);
  }
  if (suspend) {
    await setSuspended(tx, playerId, at);
    await publish(tx, 'player.suspended', { playerId });
    await record('user.suspend', { isSuspended: false }, { isSuspended: true });
    done.suspended.push(playerId);
  }
  if (given.length > 0) await store.stayOvertaken(tx, one);
}

/**
 * Carries out again what took rights away since. Idempotent.
 * @param isLookedAt the operator has seen what was given since: it is not named again
 */
export async function withdrawAgain(
  tx: Tx,
  { authority, role, factors, 'sign-in-removed': signIns }: NotedRights,
  { at, isLookedAt }: { at: Date; isLookedAt: boolean },
): Promise<WithdrawnAgain> {
  const done: WithdrawnAgain = {
    suspended: [],
    demoted: [],
    narrowed: [],
    factorsRemoved: [],
    signInsRemoved: [],
    given: [],
    withoutFactor: [],
  };
  // Roles first: what a role allows decides whether another one is lesser.
  for (const one of await store.listOvertakenRoles(tx, role)) await narrowRole(tx, one, done);
  for (const one of await store.listOvertaken(tx, authority)) await withdrawFromPlayer(tx, one, done, at);
  for (const noted of factors) {
    const withdrawn = await store.findWithdrawnFactors(tx, noted);
    if (!hasAny(withdrawn)) continue;
    await store.deleteWithdrawnFactors(tx, noted.playerId, withdrawn);
    done.factorsRemoved.push(noted.playerId);
  }
  for (const noted of signIns) if (await repeatRemoval(tx, noted)) done.signInsRemoved.push(noted.playerId);
  const hadFactor = factors.filter((one) => one.appStartedAt !== null || one.passkeyIds.length > 0);
  done.withoutFactor = await store.listWithoutFactor(
    tx,
    hadFactor.map(({ playerId }) => playerId),
  );
  if (!isLookedAt) return done;
  await store.passOver(tx, {
    playerIds: done.given.flatMap((one) => ('playerId' in one ? one.playerId : [])),
    roleIds: done.given.flatMap((one) => ('roleId' in one ? one.roleId : [])),
  });
  return { ...done, given: [], withoutFactor: [] };
}
