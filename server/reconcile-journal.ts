import { randomUUID } from 'node:crypto';
import { type CoinsDeps, type RecoveredPayments, recoverPayments } from './features/coins/feature.ts';
import { announceStock, quarantineAll, quarantineSold } from './features/shop/feature.ts';
import type { Database } from './platform/db/database.ts';
import type { Journal, JournalledPayment } from './platform/journal/journal.ts';
import { findJournal, keepReconciled } from './platform/journal/journal-store.ts';

export interface Reconciled {
  /** Whether the journal can prove of everything in stock that it was not sold since. */
  isProven: boolean;
  /** Codes that were sold since: out of stock for good. */
  soldCodes: number;
  /** Codes that may have been sold since: out of stock until somebody releases them. */
  unprovenCodes: number;
  erased: string[];
  payments: RecoveredPayments;
}

interface Noted {
  sold: Set<string>;
  /** When each was shown last. */
  shown: Map<string, Date>;
  payments: Map<string, JournalledPayment>;
  erased: Map<string, Date>;
  /** When the newest line was written. */
  until?: Date;
}

async function readAll(journal: Journal): Promise<Noted> {
  const noted: Noted = { sold: new Set(), shown: new Map(), payments: new Map(), erased: new Map() };
  for await (const entry of journal.read()) {
    const at = new Date(entry.at);
    if (!noted.until || at > noted.until) noted.until = at;
    if (entry.kind === 'sold') for (const id of entry.codeIds) noted.sold.add(id);
    else if (entry.kind === 'shown') noted.shown.set(entry.codeId, at);
    else if (entry.kind === 'payment') noted.payments.set(entry.payment.id, entry.payment);
    else noted.erased.set(entry.playerId, new Date(entry.deletedAt));
  }
  return noted;
}

/**
 * The journal at hand is the database's from now on. One with a gap gets a new id, so that it never proves anything to what was
 * backed up before, whichever of the two ids that knows.
 */
async function takeJournal(
  db: Database,
  journal: Journal,
  { proven, until }: { proven: string | undefined; until: Date | undefined },
): Promise<void> {
  const journalId = proven ?? randomUUID();
  await db.transaction((tx) => keepReconciled(tx, { journalId, until }));
  if (!proven) await journal.begin(journalId);
}

/**
 * Brings a database that was restored as near to where it was as can be known: erased players are erased again, sold codes leave
 * the stock, payments are asked about. Once or often, the same comes of it.
 * @param isComplete false: the journal lacks something, so nothing in stock is proven unsold
 */
export async function reconcileJournal({
  db,
  journal,
  coins,
  eraseAgain,
  isComplete,
}: {
  db: Database;
  journal: Journal;
  coins: CoinsDeps;
  eraseAgain(erased: { playerId: string; deletedAt: Date }): Promise<boolean>;
  isComplete: boolean;
}): Promise<Reconciled> {
  const known = (await findJournal(db))?.journalId;
  const isOurs = known !== undefined && (await journal.readId()) === known;
  const isProven = isComplete && isOurs;
  const noted = await readAll(journal);
  const stock = await db.transaction(async (tx) => {
    const at = coins.clock.now();
    const shown = [...noted.shown].map(([codeId, at]) => ({ codeId, at }));
    const soldCodes = await quarantineSold(tx, { sold: [...noted.sold], shown }, at);
    const unprovenCodes = isProven ? 0 : await quarantineAll(tx, at);
    await announceStock(tx);
    return { soldCodes, unprovenCodes };
  });
  const erased: string[] = [];
  for (const [playerId, deletedAt] of noted.erased) {
    if (await eraseAgain({ playerId, deletedAt })) erased.push(playerId);
  }
  const payments = await recoverPayments([...noted.payments.values()], coins);
  const proven = isProven ? known : undefined;
  if (journal.isKept) await takeJournal(db, journal, { proven, until: noted.until });
  return { isProven, ...stock, erased, payments };
}
