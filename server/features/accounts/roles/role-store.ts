// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { containing } from '../../../platform/db/containing.ts';
import { counted } from '../../../platform/db/counted.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

export interface RoleRow {
  id: string;
  name: string;
  /** Empty for built-in roles, whose permissions are in the code (contract/permissions.ts). */
  kept: string[];
  isBuiltIn: boolean;
  createdAt: Date;
}

const asRole = sql`
  r.id, r.name, r.permissions as kept, r.is_built_in, r.created_at`;

export function listRoles(db: Queryable): Promise<(RoleRow & { users: number })[]> {
  return db.rows<RoleRow & { users: number }>(sql`
    select ${asRole}, ${counted('role holders', sql`r.name`)} as users
    from roles r order by r.is_built_in desc, r.name`);
}

/** The role with this name, locked until the transaction ends. */
export function findRole(tx: Tx, { name }: { name: string }): Promise<RoleRow | undefined> {
  return tx.row<RoleRow>(sql`select ${asRole} from roles r where r.name = ${name} for share`);
}

/** Locks the role until the transaction ends, so that nobody grants it meanwhile. */
export function lockRole(tx: Tx, roleId: string): Promise<RoleRow | undefined> {
  return tx.row<RoleRow>(sql`select ${asRole} from roles r where r.id = ${roleId} for update`);
}

/**
 * Locks the holders of a custom role, and `actorId`, in the order of their ids. Call it before locking the role, since
 * every authorisation locks players before roles.
 */
export async function lockHolders(tx: Tx, roleId: string, actorId: string): Promise<void> {
  await tx.run(sql`
    select from players
    where id = ${actorId} or role = (select name from roles where id = ${roleId} and not is_built_in)
    order by id for no key update`);
}

/** Number of users with the role; deleted accounts count as USER. */
export async function countHolders(db: Queryable, name: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) from players where role = ${name} and deleted_at is null`,
  );
  return count;
}

/** Undefined if the name is taken. */
export function insertRole(
  tx: Tx,
  { name, permissions }: { name: string; permissions: readonly string[] },
): Promise<RoleRow | undefined> {
  return tx.row<RoleRow>(sql`
    insert into roles as r (name, permissions) values (${name}, ${permissions})
    on conflict (name) do nothing returning ${asRole}`);
}

export async function updateRole(
  tx: Tx,
  roleId: string,
  { name, permissions }: { name: string; permissions: readonly string[] },
): Promise<RoleRow> {
  return tx.one<RoleRow>(sql`
    update roles r set name = ${name}, permissions = ${permissions} where r.id = ${roleId} returning ${asRole}`);
}

export async function removeRole(tx: Tx, roleId: string): Promise<void> {
  await tx.run(sql`delete from roles where id = ${roleId}`);
}

/**
 * Whether another SUPER_ADMIN would remain. Callers that remove one ask this first, one at a time: if two leave at the
 * same time, one stays. It takes a separate lock: two callers that each locked all of them, besides the one they
 * already hold, would deadlock.
 */
export async function hasOtherSuperAdmin(tx: Tx, playerId: string): Promise<boolean> {
  await tx.run(sql`select pg_advisory_xact_lock(7421)`);
  const other = await tx.row(sql`
    select from players
    where role = 'SUPER_ADMIN' and deleted_at is null and suspended_at is null and id <> ${playerId} limit 1`);
  return other !== undefined;
}

interface OfficerRow extends HeldRole {
  roleSince: Date;
  widenedAt: Date | null;
  appointedBy: string[];
}

/**
 * Users with a role other than USER; they are few, and found through an index. Includes the granters of their role and
 * of its added permissions, to any depth: also the granters of a granter who had been in office for less than
 * `officeMs`.
 */
export function readOfficers(db: Queryable, officeMs: number): Promise<OfficerRow[]> {
  return db.rows<OfficerRow>(sql`
    with recursive officers as (
      select p.id, p.role, p.suspended_at, r.permissions as kept, coalesce(p.role_since, p.created_at) as role_since,
        p.role_given_by, r.widened_at, r.widened_by
      from players p join roles r on r.name = p.role
      where p.role <> 'USER' and p.deleted_at is null and p.suspended_at is null
    ), behind (officer, giver, at) as (
      select id, role_given_by, role_since from officers where role_given_by is not null
      union
      select id, widened_by, widened_at from officers where widened_by is not null
      union
      select o.id, c.actor_id, c.at from officers o
      join officer_changes c on c.player_id = o.id and c.gives and c.at >= o.role_since
      union
      select b.officer, c.actor_id, c.at from behind b
      join officer_changes c on c.player_id = b.giver and c.gives and c.at <= b.at
        and c.at > b.at - make_interval(secs => ${officeMs / 1000})
    )
    select o.id, o.role, o.suspended_at, o.kept, o.role_since, o.widened_at,
      array(select distinct b.giver from behind b where b.officer = o.id order by 1) as appointed_by
    from officers o order by o.id`);
}

/**
 * Records that the role gained permissions: its holders count as appointed at that time (docs/rules/approvals.md, 12).
 */
export async function recordPermissionGain(
  tx: Tx,
  roleId: string,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await tx.run(sql`update roles set widened_at = ${at}, widened_by = ${by} where id = ${roleId}`);
}

/** Names of the roles that contain these words. */
export async function searchRoleNames(db: Queryable, search: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select name from roles where lower(name) like lower(${containing(search)})`);
  return rows.map(({ name }) => name);
}

export interface HeldRole {
  id: string;
  role: string;
  kept: string[];
  suspendedAt: Date | null;
}

type HeldPlayer = Omit<HeldRole, 'kept'>;

/**
 * Reads and locks the roles of locked players. Never do both in one statement: if it had to wait for a player whose
 * role changed meanwhile, it would still join the old role's row. The two would no longer match, so the result would
 * lack the player.
 */
async function withRoles(tx: Tx, players: readonly HeldPlayer[]): Promise<HeldRole[]> {
  const names = [...new Set(players.map(({ role }) => role))];
  const roles = await tx.rows<{ name: string; permissions: string[] }>(sql`
    select name, permissions from roles where name = any(${names}) order by name for share`);
  const permissions = new Map(roles.map((role) => [role.name, role.permissions]));
  return players.map((player) => ({ ...player, kept: permissions.get(player.role) ?? [] }));
}

/**
 * Locks these accounts in one order, players before roles, so that their rights cannot change until the transaction
 * ends. Omits deleted accounts.
 */
export async function lockWithRoles(tx: Tx, playerIds: readonly string[]): Promise<HeldRole[]> {
  const players = await tx.rows<HeldPlayer>(sql`
    select id, role, suspended_at from players
    where id = any(${playerIds}) and deleted_at is null order by id for no key update`);
  return withRoles(tx, players);
}

/** The same for one account that the transaction does not change: many transactions may hold it at the same time. */
export async function holdWithRole(tx: Tx, playerId: string): Promise<HeldRole | undefined> {
  const players = await tx.rows<HeldPlayer>(sql`
    select id, role, suspended_at from players
    where id = ${playerId} and deleted_at is null for share`);
  const [held] = await withRoles(tx, players);
  return held;
}

/** These accounts with their current roles. Omits deleted accounts. */
export function readWithRoles(db: Queryable, playerIds: readonly string[]): Promise<HeldRole[]> {
  return db.rows<HeldRole>(sql`
    select p.id, p.role, p.suspended_at, r.permissions as kept
    from players p join roles r on r.name = p.role
    where p.id = any(${playerIds}) and p.deleted_at is null`);
}

/** The number of super admins: a single one can neither approve nor recover from a lost second factor. */
export async function countSuperAdmins(db: Queryable): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from players
    where role = 'SUPER_ADMIN' and deleted_at is null and suspended_at is null`);
  return count;
}
