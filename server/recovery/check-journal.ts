// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import {
  hasAccount,
  isAnythingWithdrawn,
  listNotErased,
  withdrawAgain,
} from '../features/accounts/feature.ts';
import { findNewestPaymentAt, isPaymentLacking } from '../features/coins/feature.ts';
import { findInStock, findNewestOrderAt, listLackingOrders } from '../features/shop/feature.ts';
import { listStandstills } from '../features/status/feature.ts';
import type { Database } from '../platform/db/database.ts';
import type { Journal } from '../platform/journal/journal.ts';
import { findJournal, insertJournalId, type KnownJournal } from '../platform/journal/sales-journal-store.ts';
import { carryOutAgain, collectLines } from './kinds.ts';
import { listOrderIds, listShown, listSold } from './sold-codes.ts';
import { wouldDo } from './would-do.ts';

/**
 * A restored database has codes in stock that were sold after the backup, and would sell them again. The journal
 * records those sales, so the server refuses to start on such a database until it is reconciled. It also never sells
 * without the journal.
 */

const reconcile = 'run "finalring backup reconcile" before the server starts (docs/operate.md, Backups)';

async function beginJournal(db: Database, journal: Journal): Promise<void> {
  if (await journal.readId()) {
    throw new Error(
      `the journal at JOURNAL_URL belongs to another database, or to a later state of this one: ${reconcile}`,
    );
  }
  await journal.begin(await db.transaction((tx) => insertJournalId(tx, randomUUID())));
}

/** The time up to which this database is known to be complete; usually that of the last order. */
async function newestKnown(db: Database, { begunAt, reconciledUntil }: KnownJournal): Promise<Date> {
  const known = [begunAt, reconciledUntil, await findNewestOrderAt(db), await findNewestPaymentAt(db)];
  return new Date(Math.max(...known.map((at) => at?.getTime() ?? 0)));
}

/** Ignores orders and payments that an earlier reconcile could not recover. */
async function isAnythingLacking(db: Database, journal: Journal, known: KnownJournal): Promise<boolean> {
  const { reconciledUntil } = known;
  const [all, fresh] = [collectLines(), collectLines()];
  for await (const line of journal.read({ since: await newestKnown(db, known) })) {
    all.add(line);
    if (!reconciledUntil || new Date(line.at) > reconciledUntil) fresh.add(line);
  }
  const [noted, later, now] = [all.end(), fresh.end(), new Date()];
  const erased = noted.erased.map(({ playerId }) => playerId);
  return (
    later.unreadable > 0 ||
    (await findInStock(db, { sold: listSold(noted), shown: listShown(noted) })).length > 0 ||
    (await listLackingOrders(db, listOrderIds(later))).size > 0 ||
    (await isPaymentLacking(
      db,
      later.payment.map(({ payment }) => payment),
    )) ||
    (await listNotErased(db, erased, await listStandstills(db, now))).length > 0 ||
    (await wouldDo(db, async (tx) => {
      const done = await carryOutAgain(tx, noted, { at: now, hasAccount });
      const access = await withdrawAgain(tx, noted, { at: now, isLookedAt: false });
      return isAnythingWithdrawn(access) || Object.values(done).some(({ length }) => length > 0);
    }))
  );
}

/** @throws one line with the fix, if journal and database do not match */
export async function checkJournal(db: Database, journal: Journal): Promise<void> {
  const known = await findJournal(db);
  if (!journal.isKept) {
    if (!known) return;
    throw new Error(
      'JOURNAL_URL is missing, and this database keeps a journal of its sales: set it. To go on without one, run "delete from sales_journal"',
    );
  }
  if (!known) return beginJournal(db, journal);
  if ((await journal.readId()) !== known.journalId) {
    throw new Error('the journal at JOURNAL_URL does not belong to this database: restore the one that does');
  }
  if (await isAnythingLacking(db, journal, known)) {
    throw new Error(`this database is older than its journal: ${reconcile}`);
  }
}
