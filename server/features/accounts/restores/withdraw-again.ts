// SPDX-License-Identifier: Apache-2.0

import { recordAdminChange } from '../../../platform/db/admin-changes.ts';
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import * as store from '../authority-queries.ts';
import type { NotedAuthority, NotedFactors, NotedRole, NotedSignIn } from '../journal-entries.ts';
import { setRole } from '../player-store.ts';
import { getPermissions, holdsAll } from '../rules.ts';
import { isRemovalLacking, removeAgain } from '../sign-in/remove-again.ts';
import { setSuspended } from '../users/player-admin-store.ts';

/**
 * After a restore to an earlier moment: takes away again what was taken away since. Nothing is given by a journal, whose
 * place others may write to: what was given since is named, for an administrator to give again.
 */

/** The latest line of each player and role. */
export interface NotedRights {
  players: readonly NotedAuthority[];
  roles: readonly NotedRole[];
  factors: readonly NotedFactors[];
  signInsRemoved: readonly NotedSignIn[];
}

export interface WithdrawnAgain {
  /** Sessions that a restore brought back, or that were open at its moment; all ended. */
  endedSessions: number;
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

/** Whether somebody may do something here that was taken away from them since. */
export async function isWithdrawalLacking(
  db: Queryable,
  { players, roles, factors, signInsRemoved }: NotedRights,
): Promise<boolean> {
  for (const one of await store.listOvertakenRoles(db, roles)) {
    if (missingIn(one.permissions, one.lastPermissions).length > 0) return true;
  }
  for (const one of await store.listOvertaken(db, players)) {
    const { suspend, role } = planFor(one);
    if (suspend || role !== undefined) return true;
  }
  for (const noted of factors) if (hasAny(await store.findWithdrawnFactors(db, noted))) return true;
  for (const noted of signInsRemoved) if (await isRemovalLacking(db, noted)) return true;
  return false;
}

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
 * Ends all sessions and sign-ins under way, and carries out again what took rights away since. Idempotent, but for
 * sessions that began in the meantime.
 * @param isLookedAt the operator has seen what was given since: it is not named again
 */
export async function withdrawAgain(
  { players, roles, factors, signInsRemoved }: NotedRights,
  { db, at, isLookedAt }: { db: Database; at: Date; isLookedAt: boolean },
): Promise<WithdrawnAgain> {
  const endedSessions = await store.endEveryAccess(db);
  return db.transaction(async (tx) => {
    const none = {
      suspended: [],
      demoted: [],
      narrowed: [],
      factorsRemoved: [],
      signInsRemoved: [],
      given: [],
      withoutFactor: [],
    };
    const done: WithdrawnAgain = { endedSessions, ...none };
    // Roles first: what a role allows decides whether another one is lesser.
    for (const one of await store.listOvertakenRoles(tx, roles)) await narrowRole(tx, one, done);
    for (const one of await store.listOvertaken(tx, players)) await withdrawFromPlayer(tx, one, done, at);
    for (const noted of factors) {
      const withdrawn = await store.findWithdrawnFactors(tx, noted);
      if (!hasAny(withdrawn)) continue;
      await store.deleteWithdrawnFactors(tx, noted.playerId, withdrawn);
      done.factorsRemoved.push(noted.playerId);
    }
    for (const noted of signInsRemoved) {
      if (await removeAgain(tx, noted)) done.signInsRemoved.push(noted.playerId);
    }
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
  });
}
