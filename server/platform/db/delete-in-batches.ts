import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from './database.ts';

export const rowsPerBatch = 10_000;

/**
 * Deletes what fits a condition, a bounded number of rows in each statement: after a payout to a million players as
 * many live events are old at once, and one statement for all of them would run into the time that a statement may take,
 * each time anew. Not for use inside a transaction, which would make one of them.
 */
export async function deleteInBatches(db: Queryable, table: Sql, condition: Sql): Promise<void> {
  let deleted: number;
  do {
    deleted = await db.run(sql`
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where ${condition} limit ${rowsPerBatch}))`);
  } while (deleted === rowsPerBatch);
}
