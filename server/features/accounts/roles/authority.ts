// SPDX-License-Identifier: Apache-2.0

import type { Permission } from '../../../../contract/permissions.ts';
import type { Caller } from '../../../platform/db/caller.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { holdActivePlayer } from '../player-store.ts';
import { getPermissions, holdsAll } from '../rules.ts';
import {
  type HeldRole,
  hasOtherSuperAdmin,
  holdWithRole,
  lockWithRoles,
  readWithRoles,
} from './role-store.ts';

/** The permissions of a locked account; none while it is suspended. */
export function getRights(held: HeldRole): ReadonlySet<Permission> {
  return held.suspendedAt ? new Set() : getPermissions(held.role, held.kept);
}

/** An account's permissions, locked until the transaction ends; none if it is deleted or suspended. */
export async function holdRights(tx: Tx, playerId: string): Promise<ReadonlySet<Permission>> {
  const held = await holdWithRole(tx, playerId);
  return held ? getRights(held) : new Set();
}

/** The current permissions of several accounts. */
export async function readRights(
  db: Queryable,
  playerIds: readonly string[],
): Promise<Map<string, ReadonlySet<Permission>>> {
  const held = await readWithRoles(db, playerIds);
  return new Map(held.map((one) => [one.id, getRights(one)]));
}

/**
 * Checks that a caller may still make the call, and keeps it so until the transaction ends. Refuses `session_ended` if
 * the account was deleted or suspended after the call was admitted, and `forbidden` if the permission was revoked
 * since.
 */
export async function holdCaller(tx: Tx, { playerId, access }: Caller): Promise<Refusal | undefined> {
  if (access === null || access === 'public') return undefined;
  if (access === 'signed-in') {
    return (await holdActivePlayer(tx, playerId)) ? undefined : refuse('session_ended');
  }
  const held = await holdWithRole(tx, playerId);
  if (!held) return refuse('session_ended');
  return getRights(held).has(access) ? undefined : refuse('forbidden');
}

export interface Authority {
  /** The administrator's permissions, as of this transaction. */
  mine: ReadonlySet<Permission>;
  /** The user to act on. */
  target: HeldRole;
}

export interface AuthorityAsked {
  actorId: string;
  userId: string;
  permission: Permission;
  /** Further users of the same transaction, so that all are locked in one order. */
  beside?: readonly string[];
}

/**
 * Authorises an administrator's act on a user within the transaction: if two administrators demote each other at the
 * same time, only the first one succeeds.
 *
 * Refuses `session_ended` (the account is gone), `forbidden` (no longer allowed), `not_found`, and `user_outranks_you`
 * if the user holds a permission that the administrator lacks (docs/rules/users.md, 1).
 */
export async function authoriseOver(
  tx: Tx,
  { actorId, userId, permission, beside = [] }: AuthorityAsked,
): Promise<Authority | Refusal> {
  const held = await lockWithRoles(tx, [actorId, userId, ...beside]);
  const actor = held.find(({ id }) => id === actorId);
  if (!actor) return refuse('session_ended');
  const mine = getRights(actor);
  if (!mine.has(permission)) return refuse('forbidden');
  const target = held.find(({ id }) => id === userId);
  if (!target) return refuse('not_found');
  if (!holdsAll(mine, getPermissions(target.role, target.kept))) return refuse('user_outranks_you');
  return { mine, target };
}

/** The same for acts that administrators may not do to themselves: also refuses `own_account`. */
export async function authoriseOverOther(tx: Tx, input: AuthorityAsked): Promise<Authority | Refusal> {
  const authority = await authoriseOver(tx, input);
  return !isRefusal(authority) && input.actorId === input.userId ? refuse('own_account') : authority;
}

/** Refuses `last_super_admin` if the target is the last super admin. */
export async function requireOtherSuperAdmin(tx: Tx, target: HeldRole): Promise<Refusal | undefined> {
  const isLast = target.role === 'SUPER_ADMIN' && !(await hasOtherSuperAdmin(tx, target.id));
  return isLast ? refuse('last_super_admin') : undefined;
}
