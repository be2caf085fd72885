// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../db/database.ts';

export interface KnownJournal {
  journalId: string;
  /** Older lines do not belong to this database. */
  begunAt: Date;
  /** The time of the newest line that this database was reconciled with; null if it never was. */
  reconciledUntil: Date | null;
}

/** This database's journal; undefined if it never had one. */
export function findJournal(db: Queryable): Promise<KnownJournal | undefined> {
  return db.row<KnownJournal>(sql`select journal_id, begun_at, reconciled_until from sales_journal`);
}

/** @returns the id that is valid: another process's, if that process was faster */
export async function insertJournalId(tx: Tx, id: string): Promise<string> {
  await tx.run(sql`insert into sales_journal (journal_id) values (${id}) on conflict do nothing`);
  return (await tx.one<{ journalId: string }>(sql`select journal_id from sales_journal`)).journalId;
}

/**
 * Records that this journal belongs to the database, which is reconciled with it. @param until time of its newest line
 */
export async function storeReconciled(
  tx: Tx,
  { journalId, until }: { journalId: string; until: Date | undefined },
): Promise<void> {
  await tx.run(sql`
    insert into sales_journal (journal_id, reconciled_until) values (${journalId}, ${until})
    on conflict (is_only) do update
      set journal_id = excluded.journal_id,
        reconciled_until = greatest(sales_journal.reconciled_until, excluded.reconciled_until)`);
}
