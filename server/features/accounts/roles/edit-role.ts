// SPDX-License-Identifier: Apache-2.0

import type { LoadedFields } from '../../../../contract/edits.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import type { Role, RoleInput } from '../../../../contract/roles-admin.ts';
import type { Clock } from '../../../platform/clock.ts';
import { asEdit, changeAndRecord, changeOnce } from '../../../platform/db/admin-changes.ts';
import { type Database, isUniqueViolation, type Tx } from '../../../platform/db/database.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { mergeEdit } from '../../../platform/merge-edit.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { noteAuthority } from '../note-authority.ts';
import { getPermissions, holdsAll } from '../rules.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { getRights } from './authority.ts';
import { noteRoleChange } from './officer-change-store.ts';
import * as store from './role-store.ts';
import { lockWithRoles } from './role-store.ts';

export interface EditRoleDeps {
  db: Database;
  clock: Clock;
  sessions: Pick<Sessions, 'forget'>;
  journal: Journal;
}

function viewRole({ id, name, kept, isBuiltIn, createdAt }: store.RoleRow, users: number): Role {
  const permissions = [...getPermissions(name, kept)];
  return { _id: id, name, permissions, createdAt: createdAt.toISOString(), isBuiltIn, users };
}

/** Built-in roles first, each with the number of its holders. */
export async function listRoles(db: Database): Promise<Role[]> {
  return (await store.listRoles(db)).map((row) => viewRole(row, row.users));
}

/**
 * The administrator's own role and permissions as of this transaction; refuses `session_ended` and `forbidden`.
 * @param roleId the role to be changed; its holders are locked too
 */
async function authorise(
  tx: Tx,
  actorId: string,
  roleId?: string,
): Promise<{ role: string; mine: ReadonlySet<Permission> } | Refusal> {
  if (roleId) await store.lockHolders(tx, roleId, actorId);
  const [actor] = await lockWithRoles(tx, [actorId]);
  if (!actor) return refuse('session_ended');
  const mine = getRights(actor);
  return mine.has('roles:write') ? { role: actor.role, mine } : refuse('forbidden');
}

/** Refuses `forbidden`, `role_exists`, `role_beyond_yours`. */
export function createRole(
  { actorId, role, idempotencyKey }: { actorId: string; role: RoleInput; idempotencyKey: string },
  { db }: EditRoleDeps,
): Promise<Role | Refusal> {
  const request = { playerId: actorId, key: idempotencyKey, input: { operation: 'role.create', role } };
  return db.transaction<Role | Refusal>(async (tx) => {
    // Locks first: of two calls with the same key, the later one then finds the stored answer instead of the role.
    const actor = await authorise(tx, actorId);
    if (isRefusal(actor)) return actor;
    return changeOnce<Role>(tx, request, async () => {
      if (!holdsAll(actor.mine, role.permissions)) return refuse('role_beyond_yours');
      const created = await store.insertRole(tx, role);
      if (!created) return refuse('role_exists');
      const change = { action: 'role.create', subject: `role:${created.id}`, before: null, after: role };
      return { answer: viewRole(created, 0), change };
    });
  });
}

/** Locks a custom role that this administrator may change: one without permissions that they lack. */
async function lockEditable(
  tx: Tx,
  roleId: string,
  mine: ReadonlySet<Permission>,
): Promise<store.RoleRow | Refusal> {
  const role = await store.lockRole(tx, roleId);
  if (!role) return refuse('not_found');
  if (role.isBuiltIn) return refuse('role_built_in');
  return holdsAll(mine, getPermissions(role.name, role.kept)) ? role : refuse('role_beyond_yours');
}

/**
 * Takes effect immediately for all holders, since the database notifies every process. Refuses as the contract says.
 */
export async function editRole(
  {
    actorId,
    roleId,
    role: sent,
    loaded,
  }: { actorId: string; roleId: string; role: RoleInput; loaded: LoadedFields },
  { db, clock, sessions, journal }: EditRoleDeps,
): Promise<Role | Refusal> {
  try {
    const outcome = await db.transaction<Role | Refusal>((tx) =>
      changeAndRecord(tx, actorId, async () => {
        const actor = await authorise(tx, actorId, roleId);
        if (isRefusal(actor)) return actor;
        const editable = await lockEditable(tx, roleId, actor.mine);
        if (isRefusal(editable)) return editable;
        if (actor.role === editable.name) return refuse('own_role');
        const was = { name: editable.name, permissions: editable.kept };
        const role = mergeEdit({ sent, loaded, current: was });
        if (isRefusal(role)) return role;
        if (!holdsAll(actor.mine, role.permissions)) return refuse('role_beyond_yours');
        const gives = role.permissions.some((permission) => !was.permissions.includes(permission));
        const at = clock.now();
        await noteRoleChange(tx, editable, { actorId, at, gives });
        const updated = await store.updateRole(tx, roleId, role);
        if (gives) await store.recordPermissionGain(tx, roleId, { by: actorId, at });
        return {
          answer: viewRole(updated, await store.countHolders(tx, updated.name)),
          ...asEdit({ action: 'role.update', subject: `role:${roleId}`, before: was, after: role }),
        };
      }),
    );
    if (isRefusal(outcome)) return outcome;
    sessions.forget('*');
    await noteAuthority({ roleId }, { db, journal });
    return outcome;
  } catch (error) {
    if (isUniqueViolation(error, 'roles_pkey')) return refuse('role_exists');
    throw error;
  }
}

/**
 * A role with holders cannot be deleted, so that no user loses permissions by accident. Refuses as the contract says.
 */
export function deleteRole(
  { actorId, roleId }: { actorId: string; roleId: string },
  { db }: EditRoleDeps,
): Promise<{ _id: string } | Refusal> {
  return db.transaction<{ _id: string } | Refusal>((tx) =>
    changeAndRecord(tx, actorId, async () => {
      const actor = await authorise(tx, actorId, roleId);
      if (isRefusal(actor)) return actor;
      const role = await lockEditable(tx, roleId, actor.mine);
      if (isRefusal(role)) return role;
      const users = await store.countHolders(tx, role.name);
      if (users > 0) return refuse('role_in_use', { users });
      await store.removeRole(tx, roleId);
      const was = { name: role.name, permissions: role.kept };
      return {
        answer: { _id: roleId },
        change: { action: 'role.delete', subject: `role:${roleId}`, before: was, after: null },
      };
    }),
  );
}
