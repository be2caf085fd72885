// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../../../platform/db/database.ts';

/** When the newest order was made. */
export async function findNewestOrderAt(db: Queryable): Promise<Date | undefined> {
  return (await db.row<{ at: Date }>(sql`select created_at as at from orders order by id desc limit 1`))?.at;
}

/** Which of these orders are missing here. */
export async function listLackingOrders(db: Queryable, orderIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from unnest(${orderIds}::uuid[]) as noted (id)
    where not exists (select from orders where orders.id = noted.id)`);
  return new Set(rows.map(({ id }) => id));
}
