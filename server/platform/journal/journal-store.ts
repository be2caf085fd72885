import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../db/database.ts';

/** Which journal this database is kept with; undefined where it never was. */
export async function findJournalId(db: Queryable): Promise<string | undefined> {
  return (await db.row<{ journalId: string }>(sql`select journal_id from sales_journal`))?.journalId;
}

/** @returns the id that holds, another process's where that was first */
export async function insertJournalId(tx: Tx, id: string): Promise<string> {
  await tx.run(sql`insert into sales_journal (journal_id) values (${id}) on conflict do nothing`);
  return (await tx.one<{ journalId: string }>(sql`select journal_id from sales_journal`)).journalId;
}

/** From now on another journal: what was backed up before fits none that is. */
export async function replaceJournalId(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    insert into sales_journal (journal_id) values (${id})
    on conflict (is_only) do update set journal_id = excluded.journal_id, begun_at = now()`);
}
