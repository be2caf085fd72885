// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from './database.ts';

export const rowsPerBatch = 10_000;

/**
 * Deletes matching rows in batches: after a payout to a million players, a million live events expire together, and a
 * single statement would reach its timeout every time. Not for use inside a transaction, which would again hold all
 * locks until its end.
 * @returns how many rows it deleted
 */
export async function deleteInBatches(db: Queryable, table: Sql, condition: Sql): Promise<number> {
  let [all, deleted] = [0, 0];
  do {
    deleted = await db.run(sql`
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where ${condition} limit ${rowsPerBatch}))`);
    all += deleted;
  } while (deleted === rowsPerBatch);
  return all;
}
