// SPDX-License-Identifier: Apache-2.0

import type { Sql } from 'sql-template-tag';
import sql, { raw } from 'sql-template-tag';
import { countedExactly } from '../../../../contract/paging.ts';
import type { requestFilters, requestSorts } from '../../../../contract/shop-admin.ts';
import { containing } from '../../../platform/db/containing.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { toPageSql } from '../../../platform/db/page.ts';
import { lacksSeenCode } from '../codes/missing-code-queries.ts';
import type { RequestState } from '../rules.ts';
import { isHeld } from './held-delivery-store.ts';
import { countPurchasesFound, findPurchases, listAllBuyers, pageOfFound } from './purchase-search-store.ts';

export interface RequestRow extends RequestState {
  id: string;
  playerId: string;
  giftCardId: string;
  title: string;
  gcCoin: number;
  createdAt: Date;
  promisedBy: Date | null;
}

export interface RequestsQuery {
  search?: string | undefined;
  status?: (typeof requestFilters)[number] | undefined;
  sort: (typeof requestSorts)[number];
  order: 'asc' | 'desc';
  page: number;
  pageSize: number;
}

const columns: Record<(typeof requestSorts)[number], Sql> = {
  purchasedAt: sql`p.created_at`,
  // As in the index purchases_listed_by_promise: a code from stock arrived with the purchase.
  promisedBy: sql`coalesce(p.promised_by, p.created_at)`,
  title: sql`lower(p.title)`,
  gcCoin: sql`p.gc_coin`,
};

/** Waits for an administrator: a held delivery does not, since the administrator has already acted. */
const isWaiting = sql`p.status = 'on_its_way' and not ${isHeld(sql`p.id`)}`;

function isRequest(status: RequestsQuery['status'], now: Date): Sql {
  const byStatus: Record<(typeof requestFilters)[number], Sql> = {
    waiting: isWaiting,
    overdue: sql`${isWaiting} and p.promised_by <= ${now}`,
    delivered: sql`p.status = 'delivered'`,
    refunded: sql`p.promised_by is not null and p.status = 'refunded'`,
  };
  return status ? byStatus[status] : sql`true`;
}

/** Statuses that only few purchases have, with a separate index; nearly all purchases have the others. */
const isFew = (status: RequestsQuery['status']) => status !== undefined && status !== 'delivered';

/** The buyers of cards, in no particular order; for the common statuses, also the buyers of other cards. */
export async function listBuyers(
  db: Queryable,
  status: RequestsQuery['status'],
  now: Date,
  limit: number,
): Promise<string[]> {
  if (!isFew(status)) return listAllBuyers(db, limit);
  const rows = await db.rows<{ playerId: string }>(sql`
    select distinct p.player_id from purchases p where ${isRequest(status, now)} limit ${limit}`);
  return rows.map(({ playerId }) => playerId);
}

function toFilter({ search, status }: RequestsQuery, playerIds: readonly string[], now: Date): Sql {
  const found = search
    ? sql`(lower(p.title) like ${containing(search.toLowerCase())} or p.player_id = any (${playerIds}::uuid[]))`
    : sql`true`;
  return sql`${isRequest(status, now)} and ${found}`;
}

const columnsOfRow = sql`
  p.id, p.player_id, p.gift_card_id, p.title, p.gc_coin, p.status, p.created_at, p.promised_by,
  p.is_elsewhere or p.was_elsewhere as was_elsewhere`;

/** A query for a page of purchases, and their number, at most one more than is counted exactly. */
async function findRequests(
  db: Queryable,
  query: RequestsQuery,
  { playerIds, now }: { playerIds: readonly string[]; now: Date },
): Promise<{ page: Sql; count: number }> {
  const key = columns[query.sort];
  if (query.search && !isFew(query.status)) {
    const having = isRequest(query.status, now);
    const found = await findPurchases(db, { search: query.search, playerIds, having });
    const ids = pageOfFound(found, having, { key, direction: query.order }, query);
    const page = sql`select ${columnsOfRow} from purchases p where p.id in (${ids})`;
    return { page, count: await countPurchasesFound(db, found, having) };
  }
  const where = toFilter(query, playerIds, now);
  const direction = raw(query.order);
  const page = sql`
    select ${columnsOfRow} from purchases p where ${where}
    order by ${key} ${direction}, p.id ${direction} ${toPageSql(query)}`;
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) from (select from purchases p where ${where} limit ${countedExactly + 1}) found`);
  return { page, count };
}

/**
 * A page of sold cards.
 * @param playerIds buyers that match the search, in addition to titles
 */
export async function listRequests(
  db: Queryable,
  query: RequestsQuery,
  among: { playerIds: readonly string[]; now: Date },
): Promise<{ rows: RequestRow[]; total: number; isEstimate: boolean }> {
  const { page, count } = await findRequests(db, query, among);
  const direction = raw(query.order);
  const rows = await db.rows<RequestRow>(sql`
    select p.*, has.code is not null as has_code, ${lacksSeenCode} as lacks_seen_code, ${isHeld(sql`p.id`)} as is_held
    from (${page}) p
    left join lateral (
      select c.id as code from gift_card_codes c where c.purchase_id = p.id and c.replaced_at is null limit 1
    ) has on true
    order by ${columns[query.sort]} ${direction}, p.id ${direction}`);
  return { rows, total: Math.min(count, countedExactly), isEstimate: count > countedExactly };
}

/** How many cards wait for delivery, and how many of them are overdue. */
export function countWaiting(db: Queryable, now: Date): Promise<{ waiting: number; overdue: number }> {
  return db.one(sql`
    select count(*) as waiting, count(*) filter (where promised_by <= ${now}) as overdue
    from purchases p where ${isWaiting}`);
}
