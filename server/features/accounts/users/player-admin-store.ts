// SPDX-License-Identifier: Apache-2.0

import sql, { join, type Sql } from 'sql-template-tag';
import { countedExactly } from '../../../../contract/paging.ts';
import type { userSorts } from '../../../../contract/users-admin.ts';
import { countFound } from '../../../platform/db/count-found.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { type Page, toPageSql } from '../../../platform/db/page.ts';
import { estimateMany, isFound, type PlayerSearch } from './player-search-store.ts';

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
  search?: PlayerSearch | undefined;
  role?: string | undefined;
  isSuspended?: boolean | undefined;
}

const withoutSearch = ({ role, isSuspended }: UserFilter): Sql[] => [
  sql`p.deleted_at is null`,
  ...(role ? [sql`p.role = ${role}`] : []),
  ...(isSuspended === undefined
    ? []
    : [isSuspended ? sql`p.suspended_at is not null` : sql`p.suspended_at is null`]),
];

function matching(filter: UserFilter): Sql {
  const conditions = [...withoutSearch(filter), ...(filter.search ? [isFound(filter.search)] : [])];
  return sql`from players p where ${join(conditions, ' and ')}`;
}

export type UserSort = (typeof userSorts)[number];

/** Each order has an index (db/baseline/02-accounts.sql). */
const orders: Record<UserSort, Record<'asc' | 'desc', Sql>> = {
  createdAt: { asc: sql`p.created_at, p.id`, desc: sql`p.created_at desc, p.id desc` },
  name: { asc: sql`lower(p.name), p.id`, desc: sql`lower(p.name) desc, p.id desc` },
  email: { asc: sql`lower(p.email), p.id`, desc: sql`lower(p.email) desc, p.id desc` },
  role: { asc: sql`p.role, p.id`, desc: sql`p.role desc, p.id desc` },
};

/** A page of users. */
export function listUsers(
  db: Queryable,
  query: UserFilter & Page & { sort: UserSort; order: 'asc' | 'desc' },
): Promise<UserRow[]> {
  return db.rows<UserRow>(sql`
    select ${asUser} ${matching(query)} order by ${orders[query.sort][query.order]} ${toPageSql(query)}`);
}

/**
 * The number of matching users. Without a search, the planner's estimate is good; a search with many results is also
 * only estimated, never counted.
 */
export async function countUsers(
  db: Queryable,
  filter: UserFilter,
): Promise<{ total: number; isEstimate: boolean }> {
  const { search } = filter;
  if (search?.findsMany) {
    return { total: await estimateMany(db, search, join(withoutSearch(filter), ' and ')), isEstimate: true };
  }
  return countFound(db, matching(filter), { exactUpTo: countedExactly, isWellEstimated: !search });
}

export function findUser(db: Queryable, userId: string): Promise<UserRow | undefined> {
  return db.row<UserRow>(sql`
    select ${asUser} from players p where p.id = ${userId} and p.deleted_at is null`);
}

/** A user; the caller must have checked in this transaction that the user exists. */
export function getUser(tx: Tx, userId: string): Promise<UserRow> {
  return tx.one<UserRow>(sql`
    select ${asUser} from players p where p.id = ${userId} and p.deleted_at is null`);
}

export type ChangedUser = Pick<UserRow, 'name' | 'email' | 'role' | 'isVerified'>;

/** An address of one of the user's identities keeps following its provider; any other stays as entered. */
export async function changeUser(tx: Tx, userId: string, user: Omit<ChangedUser, 'role'>): Promise<void> {
  await tx.run(sql`
    update players set name = ${user.name}, email = ${user.email}, is_verified = ${user.isVerified},
      is_email_entered = case when email = ${user.email} then is_email_entered else not exists (
        select from identities i where i.player_id = ${userId} and i.email = lower(${user.email})) end
    where id = ${userId}`);
}

export async function setSuspended(tx: Tx, userId: string, at: Date | null): Promise<void> {
  await tx.run(sql`update players set suspended_at = ${at} where id = ${userId}`);
}
