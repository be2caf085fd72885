// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Tx } from '../platform/db/database.ts';

/** The last transfer id drawn from the sequence, committed or not. */
export async function getLastDrawnId(tx: Tx): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    select coalesce(pg_sequence_last_value(pg_get_serial_sequence('transfers', 'id')), 0) as id`);
  return id;
}

/**
 * Open transactions that may have drawn a transfer id. Every writer to the table holds this lock from before its first
 * id until its commit is visible.
 */
export async function listWriters(tx: Tx): Promise<string[]> {
  const rows = await tx.rows<{ writer: string }>(sql`
    select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and relation = 'transfers'::regclass
      and database = (select oid from pg_database where datname = current_database())`);
  return rows.map(({ writer }) => writer);
}
