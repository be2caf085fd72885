// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { keepAgain, listNotErased } from './features/accounts/feature.ts';
import {
  type CoinsDeps,
  findNewestPaymentAt,
  type RecoveredPayments,
  recoverPayments,
} from './features/coins/feature.ts';
import {
  announceStock,
  findNewestOrderAt,
  keepLost,
  type LostOrder,
  listLackingCodes,
  listLackingOrders,
  listLostOrders,
  listMissingCodes,
  type MissingCode,
  quarantineAll,
  quarantineSold,
} from './features/shop/feature.ts';
import type { Database, Tx } from './platform/db/database.ts';
import type { Journal } from './platform/journal/journal.ts';
import { findJournal, keepReconciled } from './platform/journal/sales-journal-store.ts';
import { findLost, type Noted, namelessOrders, orderIdsIn, readNoted, toShown } from './read-noted.ts';

export interface Reconciled {
  /** Whether the journal can prove of everything in stock that it was not sold since. */
  isProven: boolean;
  /** Codes that were sold since: out of stock for good. */
  soldCodes: number;
  /** Codes that may have been sold since: out of stock until somebody releases them. */
  unprovenCodes: number;
  /** Codes that were sold or shown since, and are not here: an import leaves them out. */
  absentCodes: number;
  /** Orders that are not here any more, as far as nobody has dealt with them. */
  lostOrders: LostOrder[];
  /** Orders that are not here either, of which the version before wrote down too little to say whose they are. */
  namelessOrders: string[];
  /** Purchases that are here, and lack a code that their buyer has seen. */
  missingCodes: MissingCode[];
  erased: string[];
  /** Who took a deletion back since, which is taken back again. */
  kept: string[];
  /** Whose erasure was begun, of which nothing says whether it was carried out. */
  doubtfulErasures: string[];
  payments: RecoveredPayments;
}

/** By how much a commit may come after its line, and clocks may differ. */
const commitsWithinMs = 5 * 60_000;

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

/** Takes out of stock what left the house since, and notes what its buyers have. */
async function reconcileStock(
  tx: Tx,
  noted: Noted,
  { at, isProven }: { at: Date; isProven: boolean },
): Promise<Pick<Reconciled, 'soldCodes' | 'unprovenCodes' | 'absentCodes' | 'namelessOrders'>> {
  const shown = toShown(noted.shown);
  const soldCodes = await quarantineSold(tx, { sold: noted.sold, shown }, at);
  const unprovenCodes = isProven ? 0 : await quarantineAll(tx, at);
  await announceStock(tx);
  const lackingOrders = await listLackingOrders(tx, orderIdsIn(noted));
  const lackingCodes = await listLackingCodes(tx, [...noted.sold, ...shown]);
  await keepLost(tx, findLost(noted, { lackingOrders, lackingCodes, isWhole: isProven }), at);
  const nameless = namelessOrders(noted).filter((id) => lackingOrders.has(id));
  return { soldCodes, unprovenCodes, absentCodes: lackingCodes.size, namelessOrders: nameless };
}

/**
 * Of whom nothing says whether they were erased: it was begun, and neither done nor taken back. A database that knows of what was
 * later, and not of that, says that it failed; in one where the deletion still stands a job carries it out.
 */
async function listDoubtful(db: Database, { erasing, erased, kept }: Noted): Promise<string[]> {
  const known = [await findNewestOrderAt(db), await findNewestPaymentAt(db)];
  const knownUntil = Math.max(0, ...known.map((at) => at?.getTime() ?? 0));
  const begun = [...erasing].filter(
    ([id, at]) =>
      !erased.has(id) &&
      !((kept.get(id)?.getTime() ?? 0) > at.getTime()) &&
      at.getTime() + commitsWithinMs > knownUntil,
  );
  return listNotErased(
    db,
    begun.map(([id]) => id),
  );
}

/**
 * Brings a database that was restored as near to where it was as can be known: erased players are erased again, sold codes leave
 * the stock, payments are asked about. Once or often, the same comes of it.
 * @param isComplete false: the journal lacks something, so nothing in stock is proven unsold
 * @param onRead told how much of the journal is read
 */
export async function reconcileJournal({
  db,
  journal,
  coins,
  eraseAgain,
  isComplete,
  onRead,
}: {
  db: Database;
  journal: Journal;
  coins: CoinsDeps;
  eraseAgain(erased: { playerId: string; deletedAt: Date }): Promise<boolean>;
  isComplete: boolean;
  onRead?: (read: number, of: number) => void;
}): Promise<Reconciled> {
  const knownId = (await findJournal(db))?.journalId;
  const isOurs = knownId !== undefined && (await journal.readId()) === knownId;
  const isProven = isComplete && isOurs;
  const noted = await readNoted(journal, onRead);
  const stock = await db.transaction((tx) => reconcileStock(tx, noted, { at: coins.clock.now(), isProven }));
  const erased: string[] = [];
  for (const [playerId, deletedAt] of noted.erased) {
    if (await eraseAgain({ playerId, deletedAt })) erased.push(playerId);
  }
  const kept: string[] = [];
  for (const [playerId, keptAt] of noted.kept) {
    if (await keepAgain({ playerId, keptAt }, db)) kept.push(playerId);
  }
  const doubtfulErasures = await listDoubtful(db, noted);
  const payments = await recoverPayments([...noted.payments.values()], coins);
  const proven = isProven ? knownId : undefined;
  if (journal.isKept) await takeJournal(db, journal, { proven, until: noted.until });
  const [lostOrders, missingCodes] = [await listLostOrders(db), await listMissingCodes(db)];
  return { isProven, ...stock, lostOrders, missingCodes, erased, kept, doubtfulErasures, payments };
}
