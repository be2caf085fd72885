// SPDX-License-Identifier: Apache-2.0

import sql, { raw, type Sql } from 'sql-template-tag';
import { countedExactly } from '../../../../contract/paging.ts';
import { containing } from '../../../platform/db/containing.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { type Page, toPageSql } from '../../../platform/db/page.ts';

/**
 * How many rows of titles a page may read in the titles' own order. Beyond that, the query reads the list until the
 * page is full.
 */
const maxOfTitles = 100_000;

/** A search's matches among all purchases. `isOften`: the found people have more purchases than the query gathers. */
interface Found {
  titles: readonly string[];
  playerIds: readonly string[];
  purchaseIds: readonly string[];
  isOften: boolean;
}

/** The matching titles among all ever sold, found with one step in `purchases_listed_by_title` each. */
async function listTitles(db: Queryable, search: string): Promise<string[]> {
  const rows = await db.rows<{ title: string }>(sql`
    with recursive sold (title) as (
      (select lower(p.title) from purchases p order by lower(p.title) limit 1)
      union all
      select (select lower(p.title) from purchases p where lower(p.title) > sold.title order by lower(p.title) limit 1)
      from sold where sold.title is not null)
    select title from sold where title like ${containing(search.toLowerCase())}`);
  return rows.map(({ title }) => title);
}

/** These players' purchases, at most one more than is counted exactly. */
async function listBought(db: Queryable, playerIds: readonly string[], having: Sql): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select p.id from unnest(${playerIds}::uuid[]) found (id) cross join lateral (
      select p.id from purchases p where p.player_id = found.id and ${having} limit ${countedExactly + 1}
    ) p limit ${countedExactly + 1}`);
  return rows.map(({ id }) => id);
}

/** All buyers, at most `limit`: one step in `purchases_player` each. */
export async function listAllBuyers(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.rows<{ playerId: string }>(sql`
    with recursive buyers (player_id) as (
      (select p.player_id from purchases p order by p.player_id limit 1)
      union all
      select (select p.player_id from purchases p where p.player_id > buyers.player_id order by p.player_id limit 1)
      from buyers where buyers.player_id is not null)
    select player_id from buyers where player_id is not null limit ${limit}`);
  return rows.map(({ playerId }) => playerId);
}

/** @param having a condition on purchases `p` that most of them meet */
export async function findPurchases(
  db: Queryable,
  { search, playerIds, having }: { search: string; playerIds: readonly string[]; having: Sql },
): Promise<Found> {
  const titles = await listTitles(db, search);
  const purchaseIds = await listBought(db, playerIds, having);
  return { titles, playerIds, purchaseIds, isOften: purchaseIds.length > countedExactly };
}

/** The sort key, ordering all purchases or those of one title. */
export interface Sort {
  key: Sql;
  direction: 'asc' | 'desc';
}

function ofTitles(titles: readonly string[], columns: Sql, rest: Sql): Sql {
  return sql`
    select found.* from unnest(${titles}::text[]) one (title) cross join lateral (
      select ${columns} from purchases p where lower(p.title) = one.title ${rest}) found`;
}

/**
 * The ids of one page, as the body of a subquery. Reads the first rows of each title and the found people's purchases.
 * If those are too many, matches are so frequent that it reads the list in its order until the page is full.
 */
export function pageOfFound(found: Found, having: Sql, { key, direction }: Sort, page: Page): Sql {
  const way = raw(direction);
  const upTo = Math.min(page.page * page.pageSize, countedExactly + page.pageSize);
  const order = sql`order by key ${way}, id ${way}`;
  if (found.isOften || found.titles.length * upTo > maxOfTitles)
    return sql`
      select id from (
        select p.id, p.player_id, lower(p.title) as title, ${key} as key from purchases p where ${having}
        order by ${key} ${way}, p.id ${way} offset 0
      ) p where title = any (${found.titles}::text[]) or player_id = any (${found.playerIds}::uuid[])
      ${order} ${toPageSql(page)}`;
  const columns = sql`p.id, ${key} as key`;
  const first = sql`and ${having} order by ${key} ${way}, p.id ${way} limit ${upTo}`;
  return sql`
    select id from (
      ${ofTitles(found.titles, columns, first)}
      union select ${columns} from purchases p where p.id = any (${found.purchaseIds}::uuid[])
    ) p ${order} ${toPageSql(page)}`;
}

/** The number of found purchases, at most one more than is counted exactly. */
export async function countPurchasesFound(db: Queryable, found: Found, having: Sql): Promise<number> {
  if (found.isOften) return countedExactly + 1;
  const most = sql`limit ${countedExactly + 1}`;
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) from (
      select id from (${ofTitles(found.titles, sql`p.id`, sql`and ${having} ${most}`)} ${most}) titled
      union select unnest(${found.purchaseIds}::uuid[]) ${most}) found`);
  return count;
}
