// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from './database.ts';

/** The planner's estimate of a query's row count. @param found the query from its `from` on */
export async function estimateFound(db: Queryable, found: Sql): Promise<number> {
  const explained = await db.one<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) select 1 ${found}`,
  );
  return explained['QUERY PLAN'][0].Plan['Plan Rows'];
}

/**
 * How many rows a query finds, up to `most`; reads no more rows than that.
 * @param found the query from its `from` on
 */
export async function countUpTo(db: Queryable, found: Sql, most: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) from (select 1 ${found} limit ${most}) counted`);
  return count;
}

/**
 * How many rows a query finds: exact up to `exactUpTo`, the planner's estimate above that.
 * @param found the query from its `from` on
 * @param isWellEstimated whether the planner's estimate is good: if it is far above the limit, nothing is counted,
 * since counting would take longer than reading the page
 */
export async function countFound(
  db: Queryable,
  found: Sql,
  { exactUpTo, isWellEstimated }: { exactUpTo: number; isWellEstimated: boolean },
): Promise<{ total: number; isEstimate: boolean }> {
  const expected = isWellEstimated ? await estimateFound(db, found) : 0;
  if (expected > 2 * exactUpTo) return { total: expected, isEstimate: true };
  const total = await countUpTo(db, found, exactUpTo + 1);
  if (total <= exactUpTo) return { total, isEstimate: false };
  return { total: Math.max(total, await estimateFound(db, found)), isEstimate: true };
}
