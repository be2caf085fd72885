// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import {
  endEveryAccess,
  hasAccount,
  listNotErased,
  type WithdrawnAgain,
  withdrawAgain,
} from '../features/accounts/feature.ts';
import {
  type CoinsDeps,
  findNewestPaymentAt,
  type RecoveredPayments,
  recoverPayments,
} from '../features/coins/feature.ts';
import { listChangedWebhooks } from '../features/outgoing-webhooks/feature.ts';
import {
  announceStock,
  dropHeld,
  findNewestOrderAt,
  type LostOrder,
  listAbsentElsewhere,
  listLackingCodes,
  listLackingOrders,
  listLostOrders,
  listMissingCodes,
  type MissingCode,
  quarantineAll,
  quarantineSold,
  storeLost,
} from '../features/shop/feature.ts';
import { listStandstills } from '../features/status/feature.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import type { Journal } from '../platform/journal/journal.ts';
import { findJournal, storeReconciled } from '../platform/journal/sales-journal-store.ts';
import { type CarriedOut, carryOutAgain, type Noted, readNoted } from './kinds.ts';
import { findLost, listOrderIds, listShown, listSold } from './sold-codes.ts';

export interface Reconciled {
  /** By kind of line, the changes that were repeated. */
  carriedOut: CarriedOut;
  /** Purchases missing here whose card was sent another way: an operator must check them. */
  absentElsewhere: string[];
  /** Webhooks whose address or secret was changed since, so that the old one is here; now off. */
  changedWebhooks: { id: string; host: string }[];
  /** Sessions that the restore brought back, or that were open when it began; all ended. */
  endedSessions: number;
  /** Roles, suspensions and second factors. */
  access: WithdrawnAgain;
  /** Whether the journal proves that everything in stock is unsold. */
  isProven: boolean;
  /** Codes that were sold since: removed from stock permanently. */
  soldCodes: number;
  /** Codes that may have been sold since: out of stock until an administrator releases them. */
  unprovenCodes: number;
  /** Codes that were sold or shown since and that this database lacks: imports skip them. */
  absentCodes: number;
  /** Orders missing from this database that are not settled yet. */
  lostOrders: LostOrder[];
  /** Purchases that exist but lack a code that their buyer has seen. */
  missingCodes: MissingCode[];
  /** Deliveries that could still be undone at the backup. They are dropped: their cards wait again. */
  droppedDeliveries: number;
  erased: string[];
  /** Players whose erasure began, without a sign of its end. */
  doubtfulErasures: string[];
  payments: RecoveredPayments;
}

/** How long after its line a commit may come, including clock differences. */
const commitsWithinMs = 5 * 60_000;

/**
 * Makes this the database's journal from now on. A journal with a gap gets a new id, so that it never proves anything
 * to an older backup of the database, whichever of the two ids that has.
 */
async function takeJournal(
  db: Database,
  journal: Journal,
  { proven, until }: { proven: string | undefined; until: Date | undefined },
): Promise<void> {
  const journalId = proven ?? randomUUID();
  await db.transaction((tx) => storeReconciled(tx, { journalId, until }));
  if (!proven) await journal.begin(journalId);
}

/** Removes codes from stock that were sold or shown since, and records which codes buyers have. */
async function reconcileStock(
  tx: Tx,
  noted: Noted,
  { at, isProven }: { at: Date; isProven: boolean },
): Promise<Pick<Reconciled, 'soldCodes' | 'unprovenCodes' | 'absentCodes'>> {
  const [sold, shown] = [listSold(noted), listShown(noted)];
  const soldCodes = await quarantineSold(tx, { sold, shown }, at);
  const unprovenCodes = isProven ? 0 : await quarantineAll(tx, at);
  await announceStock(tx);
  const lackingOrders = await listLackingOrders(tx, listOrderIds(noted));
  const lackingCodes = await listLackingCodes(tx, [...sold, ...shown]);
  const lost = findLost({ sold, shown: noted.shown }, { lackingOrders, lackingCodes, isWhole: isProven });
  await storeLost(tx, lost, at);
  return { soldCodes, unprovenCodes, absentCodes: lackingCodes.size };
}

/**
 * Players whose erasure is uncertain: it began, and neither finished nor was cancelled. If the database has later
 * changes but not the erasure, it had failed; if the deletion is still stored, a job carries it out.
 */
async function listDoubtful(db: Database, { erasing, erased, kept }: Noted): Promise<string[]> {
  const known = [await findNewestOrderAt(db), await findNewestPaymentAt(db)];
  const knownUntil = Math.max(0, ...known.map((at) => at?.getTime() ?? 0));
  const over = [
    ...erased.map(({ playerId }) => [playerId, Number.POSITIVE_INFINITY] as const),
    ...kept.map(({ playerId, keptAt }) => [playerId, Date.parse(keptAt)] as const),
  ];
  const ids = erasing.flatMap(({ playerId, at }) => {
    const begunAt = Date.parse(at);
    const isOver = over.some(([id, overAt]) => id === playerId && overAt > begunAt);
    return isOver || begunAt + commitsWithinMs <= knownUntil ? [] : playerId;
  });
  return listNotErased(db, ids, await listStandstills(db, new Date()));
}

/**
 * Brings a restored database as close as possible to its former state. Repeats erasures, removes sold codes from stock,
 * makes undoable deliveries wait again, ends sessions, revokes rights again, and looks up payments at the provider.
 * Repeating it changes nothing.
 * @param isComplete false: the journal has a gap, so nothing in stock is proven unsold
 * @param isLookedAt the operator has checked the rights granted since, the missing purchases, and the changed webhooks:
 * they are not listed again
 * @param onRead called with the part of the journal that has been read
 */
export async function reconcileJournal({
  db,
  journal,
  coins,
  repeatErasure,
  isComplete,
  isLookedAt = false,
  onRead,
}: {
  db: Database;
  journal: Journal;
  coins: CoinsDeps;
  repeatErasure(erased: { playerId: string; deletedAt: Date }): Promise<boolean>;
  isComplete: boolean;
  isLookedAt?: boolean;
  onRead?: (read: number, of: number) => void;
}): Promise<Reconciled> {
  const knownId = (await findJournal(db))?.journalId;
  const isOurs = knownId !== undefined && (await journal.readId()) === knownId;
  const noted = await readNoted(journal, onRead);
  const isProven = isComplete && isOurs && noted.unreadable === 0;
  const at = coins.clock.now();
  const endedSessions = await endEveryAccess(db);
  const access = await db.transaction((tx) => withdrawAgain(tx, noted, { at, isLookedAt }));
  const droppedDeliveries = await dropHeld(db);
  const stock = await db.transaction((tx) => reconcileStock(tx, noted, { at, isProven }));
  const erased: string[] = [];
  for (const { playerId, deletedAt } of noted.erased) {
    if (await repeatErasure({ playerId, deletedAt: new Date(deletedAt) })) erased.push(playerId);
  }
  const carriedOut = await db.transaction((tx) => carryOutAgain(tx, noted, { at, hasAccount }));
  const absentElsewhere = isLookedAt ? [] : await listAbsentElsewhere(db, noted['sent-elsewhere']);
  const changedWebhooks = isLookedAt ? [] : await listChangedWebhooks(db, noted.webhook);
  const doubtfulErasures = await listDoubtful(db, noted);
  const payments = await recoverPayments(
    noted.payment.map(({ payment }) => payment),
    coins,
  );
  const proven = isProven ? knownId : undefined;
  if (journal.isKept) await takeJournal(db, journal, { proven, until: noted.until });
  const [lostOrders, missingCodes] = [await listLostOrders(db), await listMissingCodes(db)];
  const found = { lostOrders, missingCodes, erased, doubtfulErasures, absentElsewhere, changedWebhooks };
  return { endedSessions, access, carriedOut, isProven, droppedDeliveries, ...stock, ...found, payments };
}
