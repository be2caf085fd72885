// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { NotedElsewhere } from '../journal-entries.ts';
import { setStatus } from './purchase-store.ts';

const purchasesOf = (noted: readonly NotedElsewhere[], columns: Sql, where: Sql): Sql => sql`
  select ${columns}
  from unnest(${noted.map(({ purchaseId }) => purchaseId)}::uuid[],
    ${noted.map(({ isElsewhere }) => isElsewhere)}::boolean[]) noted (id, is_elsewhere)
  left join purchases p on p.id = noted.id
  where ${where} order by noted.id`;

/** Nobody here knows that the buyer may have the card. */
const isUnknown = sql`p.id is not null and not (p.is_elsewhere or p.was_elsewhere)`;

/** Whether a card would be sent twice that was sent another way, as after a restore. */
export async function isMarkLacking(db: Queryable, noted: readonly NotedElsewhere[]): Promise<boolean> {
  return (await db.row(sql`${purchasesOf(noted, sql`1`, isUnknown)} limit 1`)) !== undefined;
}

/**
 * Marks cards again as sent another way, and as once sent so where the mark was taken away since.
 * @returns `marked`: those that this database did not know to be sent; `absent`: those whose purchase it lacks
 */
export async function markElsewhereAgain(
  tx: Tx,
  noted: readonly NotedElsewhere[],
  at: Date,
): Promise<{ marked: string[]; absent: string[] }> {
  const waits = sql`${isUnknown} or (p.status = 'on_its_way' and noted.is_elsewhere)`;
  const rows = await tx.rows<{ id: string; isSent: boolean }>(
    purchasesOf(noted, sql`noted.id, p.status = 'on_its_way' and noted.is_elsewhere as is_sent`, waits),
  );
  for (const { id, isSent } of rows) {
    if (isSent) await setStatus(tx, id, 'delivered', at, true);
    else await tx.run(sql`update purchases set was_elsewhere = true where id = ${id}`);
  }
  const absent = await tx.rows<{ id: string }>(purchasesOf(noted, sql`noted.id`, sql`p.id is null`));
  return { marked: rows.map(({ id }) => id), absent: absent.map(({ id }) => id) };
}
