import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';

export interface RoleRow {
  id: string;
  name: string;
  /** Empty for built-in roles, whose permissions are the code's (contract/permissions.ts). */
  kept: string[];
  isBuiltIn: boolean;
  createdAt: Date;
}

const asRole = sql`
  r.id, r.name, r.permissions as kept, r.is_built_in as "isBuiltIn", r.created_at as "createdAt"`;

export function listRoles(db: Queryable): Promise<(RoleRow & { users: number })[]> {
  return db.rows<RoleRow & { users: number }>(sql`
    select ${asRole}, (select count(*) from players p where p.role = r.name and p.deleted_at is null) as users
    from roles r order by r.is_built_in desc, r.name`);
}

/** The role of that name, which stays until the transaction ends. */
export function findRole(tx: Tx, { name }: { name: string }): Promise<RoleRow | undefined> {
  return tx.row<RoleRow>(sql`select ${asRole} from roles r where r.name = ${name} for share`);
}

/** Locks the role until the transaction ends: nobody is given it meanwhile. */
export function lockRole(tx: Tx, roleId: string): Promise<RoleRow | undefined> {
  return tx.row<RoleRow>(sql`select ${asRole} from roles r where r.id = ${roleId} for update`);
}

/**
 * Locks whoever has a custom role, and `actorId`, in the order of their ids: before the role itself, as whoever decides
 * what somebody may do locks players before roles.
 */
export async function lockHolders(tx: Tx, roleId: string, actorId: string): Promise<void> {
  await tx.run(sql`
    select from players
    where id = ${actorId} or role = (select name from roles where id = ${roleId} and not is_built_in)
    order by id for no key update`);
}

/** How many have the role; deleted accounts are USER. */
export async function countHolders(db: Queryable, name: string): Promise<number> {
  const row = await db.row<{ count: number }>(
    sql`select count(*) from players where role = ${name} and deleted_at is null`,
  );
  return row?.count ?? 0;
}

/** Undefined where the name is taken. */
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
  const row = await tx.row<RoleRow>(sql`
    update roles r set name = ${name}, permissions = ${permissions} where r.id = ${roleId} returning ${asRole}`);
  return row as RoleRow;
}

export async function removeRole(tx: Tx, roleId: string): Promise<void> {
  await tx.run(sql`delete from roles where id = ${roleId}`);
}
