import { randomUUID } from 'node:crypto';
import { findInStock } from './features/shop/feature.ts';
import type { Database } from './platform/db/database.ts';
import type { Journal } from './platform/journal/journal.ts';
import { findJournalId, insertJournalId } from './platform/journal/journal-store.ts';

/**
 * A database that was restored has codes in stock that were sold since, and would sell them again. Its journal knows, so
 * nothing starts on such a database before it was reconciled; and nothing sells beside the journal.
 */

const reconcile = 'run finalring backup reconcile before anything serves (docs/operate.md, Backups)';

async function beginJournal(db: Database, journal: Journal): Promise<void> {
  if (await journal.readId()) {
    throw new Error(
      `the journal at JOURNAL_URL is of another database, or of a later state of this one: ${reconcile}`,
    );
  }
  await journal.begin(await db.transaction((tx) => insertJournalId(tx, randomUUID())));
}

/** @throws in one line that says what to do, where journal and database do not fit together */
export async function checkJournal(db: Database, journal: Journal): Promise<void> {
  const known = await findJournalId(db);
  if (!journal.isKept) {
    if (!known) return;
    throw new Error(
      'JOURNAL_URL is missing: what this database sells is kept in a journal; to go on without one, "delete from sales_journal"',
    );
  }
  if (!known) return beginJournal(db, journal);
  if ((await journal.readId()) !== known) {
    throw new Error(
      'the journal at JOURNAL_URL is not the one that this database is kept with: put that one back',
    );
  }
  const entries = await journal.readNewest();
  const sold = entries.flatMap((entry) => (entry.kind === 'sold' ? entry.codeIds : []));
  if ((await findInStock(db, sold)).length > 0) {
    throw new Error(`this database is older than its journal: ${reconcile}`);
  }
}
