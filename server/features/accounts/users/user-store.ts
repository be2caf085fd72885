// SPDX-License-Identifier: Apache-2.0

import sql, { join, type Sql } from 'sql-template-tag';
import { countedExactly, type userSorts } from '../../../../contract/users.ts';
import { containing } from '../../../platform/db/containing.ts';
import { countFound } from '../../../platform/db/count-found.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

export interface UserRow {
  id: string;
  googleId: string | null;
  name: string;
  handle: string;
  email: string;
  avatarUrl: string | null;
  role: string;
  isVerified: boolean;
  createdAt: Date;
  suspendedAt: Date | null;
}

const asUser = sql`
  p.id, (select g.subject from identities g where g.player_id = p.id and g.provider = 'google' limit 1) as google_id,
  p.name, coalesce((select h.handle from handles h where h.player_id = p.id and h.is_worn), '') as handle, p.email, p.avatar_url, p.role, p.is_verified,
  p.created_at, p.suspended_at`;

export interface UserFilter {
  search?: string | undefined;
  /** Names of roles that the search finds too; empty where it finds none. */
  searchedRoles?: readonly string[] | undefined;
  role?: string | undefined;
  isSuspended?: boolean | undefined;
}

/** Handles have an index of their own: nobody's words are written again when the first one is given. */
function searchPlayers(search: string): Sql {
  const pattern = containing(search);
  return sql`
    select player_id from player_search where words like lower(${pattern})
    union select player_id from handles where lower(handle) like lower(${pattern}) and player_id is not null`;
}

/**
 * Users by their words through the index of those, which holds no roles: each search for "user" would find everybody
 * in it. Roles are few and looked up first; only a search that finds one looks at the players' roles.
 */
function found(search: string, roles: readonly string[]): Sql {
  const byWords = searchPlayers(search);
  return roles.length > 0
    ? sql`(p.role = any (${[...roles]}::text[]) or p.id in (${byWords}))`
    : sql`p.id in (${byWords})`;
}

function matching({ search, searchedRoles = [], role, isSuspended }: UserFilter): Sql {
  const conditions = [sql`p.deleted_at is null`];
  if (search) conditions.push(found(search, searchedRoles));
  if (role) conditions.push(sql`p.role = ${role}`);
  if (isSuspended !== undefined) conditions.push(sql`(p.suspended_at is not null) = ${isSuspended}`);
  return sql`from players p where ${join(conditions, ' and ')}`;
}

export type UserSort = (typeof userSorts)[number];

/** Each is the order of an index (db/migrations/0013_admin.sql). */
const orders: Record<UserSort, Record<'asc' | 'desc', Sql>> = {
  createdAt: { asc: sql`p.created_at, p.id`, desc: sql`p.created_at desc, p.id desc` },
  name: { asc: sql`lower(p.name), p.id`, desc: sql`lower(p.name) desc, p.id desc` },
  email: { asc: sql`lower(p.email), p.id`, desc: sql`lower(p.email) desc, p.id desc` },
  role: { asc: sql`p.role, p.id`, desc: sql`p.role desc, p.id desc` },
};

/** A page of users. */
export function listUsers(
  db: Queryable,
  query: UserFilter & { sort: UserSort; order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<UserRow[]> {
  const { sort, order, limit, offset } = query;
  return db.rows<UserRow>(sql`
    select ${asUser} ${matching(query)} order by ${orders[sort][order]} limit ${limit} offset ${offset}`);
}

/** How many match. Without a search the planner's estimate is good. */
export function countUsers(
  db: Queryable,
  filter: UserFilter,
): Promise<{ total: number; isEstimate: boolean }> {
  return countFound(db, matching(filter), { exactUpTo: countedExactly, isWellEstimated: !filter.search });
}

export function findUser(db: Queryable, userId: string): Promise<UserRow | undefined> {
  return db.row<UserRow>(sql`
    select ${asUser} from players p where p.id = ${userId} and p.deleted_at is null`);
}

/** A user that the transaction knows to be there. */
export function getUser(tx: Tx, userId: string): Promise<UserRow> {
  return tx.one<UserRow>(sql`
    select ${asUser} from players p where p.id = ${userId} and p.deleted_at is null`);
}

/** Ids of those whom a search finds, deleted ones included; at most `limit`. */
export async function searchUserIds(db: Queryable, search: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select player_id as id from (${searchPlayers(search)}) found limit ${limit}`);
  return rows.map(({ id }) => id);
}

export type ChangedUser = Pick<UserRow, 'name' | 'email' | 'role' | 'isVerified'>;

export async function changeUser(tx: Tx, userId: string, user: Omit<ChangedUser, 'role'>): Promise<void> {
  await tx.run(sql`
    update players set name = ${user.name}, email = ${user.email}, is_verified = ${user.isVerified}
    where id = ${userId}`);
}

export async function setSuspended(tx: Tx, userId: string, at: Date | null): Promise<void> {
  await tx.run(sql`update players set suspended_at = ${at} where id = ${userId}`);
}
