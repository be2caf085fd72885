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
 * After a restore to an earlier time: revokes again what was revoked since. The journal never grants anything, because
 * others may be able to write to its storage: rights granted since are only listed, for an administrator to grant
 * again.
 */

/** The newest line of each player and role. */
export type NotedRights = {
  readonly [Kind in 'authority' | 'role' | 'factors' | 'sign-in-removed']: readonly JournalEntries[Kind][];
};

export interface WithdrawnAgain {
  suspended: string[];
  /** Players whose role was revoked or reduced. */
  demoted: string[];
  /** Names of roles whose permissions were reduced again. */
  narrowed: string[];
  /** Players who lost apps, passkeys or recovery codes that they had removed, replaced or used. */
  factorsRemoved: string[];
  /** Players who had removed a sign-in method. */
  signInsRemoved: string[];
  /** Rights granted since the backup, for an administrator to check. */
  given: Given[];
  /** Administrators who set up their second factor after the backup, so have none here. */
  withoutFactor: string[];
}

export type Given =
  | { what: 'role'; playerId: string; role: string | null }
  | { what: 'suspension-lifted'; playerId: string }
  | { what: 'permissions'; roleId: string; role: string; permissions: string[] };

interface Plan {
  suspend: boolean;
  /** The role from now on; undefined: the current one. */
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

/** Whether anything was revoked. */
export const isAnythingWithdrawn = (done: WithdrawnAgain): boolean =>
  [done.suspended, done.demoted, done.narrowed, done.factorsRemoved, done.signInsRemoved].some(
    ({ length }) => length > 0,
  );

const reason = 'Carried out again after the database was restored';

async function narrowRole(
  tx: Tx,
  { roleId, name, permissions, lastPermissions, authorityAt }: store.OutdatedRole,
  done: WithdrawnAgain,
): Promise<void> {
  const tooMuch = missingIn(permissions, lastPermissions);
  const since = missingIn(lastPermissions, permissions);
  if (since.length > 0) done.given.push({ what: 'permissions', roleId, role: name, permissions: since });
  if (tooMuch.length === 0) return;
  await store.setPermissions(tx, roleId, missingIn(permissions, tooMuch));
  if (since.length > 0) await store.keepOutdated(tx, { roleId, authorityAt });
  done.narrowed.push(name);
}

/** The audit log records it as the player's own change, since no administrator made it. */
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
  if (given.length > 0) await store.keepOutdated(tx, one);
}

/**
 * Repeats the revocations since the backup. Idempotent.
 * @param isLookedAt whether the operator has already checked the rights granted since: they are not listed again
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
  // Roles come first: their permissions decide which roles count as lesser.
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
  await store.acknowledgeJournal(tx, {
    playerIds: done.given.flatMap((one) => ('playerId' in one ? one.playerId : [])),
    roleIds: done.given.flatMap((one) => ('roleId' in one ? one.roleId : [])),
  });
  return { ...done, given: [], withoutFactor: [] };
}
