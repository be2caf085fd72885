// SPDX-License-Identifier: Apache-2.0

import type { JournalledPayment } from '../../../platform/journal/entries.ts';
import { isRefusal } from '../../../platform/refusal.ts';
import {
  findNewestPaymentAt,
  findPayment,
  insertRecovered,
  listUnknownIntents,
  recheckAllPayments,
  storeIntent,
} from '../payments/payment-store.ts';
import { type RefreshDeps, refreshPayment } from '../payments/refresh-payment.ts';

const overlapMs = 24 * 3_600_000;
/** How far to look back if this database has no payment at all. */
const longAgoMs = 30 * overlapMs;

export interface RecoveredPayments {
  /** Orders that the restore had lost entirely or whose intent it had lost, recovered. */
  recovered: string[];
  /** Orders of players who signed up after the backup, so do not exist here. */
  withoutPlayer: string[];
  /** Orders whose intent here differs from the journal's: either may have been paid. */
  otherIntents: { id: string; journal: string; database: string }[];
  /** How many payments the card provider will be asked about within the next minutes. */
  asked: number;
  /** Payments that the provider took since then and that neither the database nor the journal has. */
  unknownIntents: string[];
  /** The provider did not answer: repeat the command. */
  isProviderSilent: boolean;
}

/**
 * Brings payments up to date in a restored database. Inserts lost orders from the journal, and lost intents: without
 * its intent, an order would get a second one, and nobody would know the paid one. Then has the card provider asked
 * about all payments that may have changed. Idempotent.
 */
export async function recoverPayments(
  payments: readonly JournalledPayment[],
  deps: RefreshDeps,
): Promise<RecoveredPayments> {
  const { db, clock, cards } = deps;
  const newest = (await findNewestPaymentAt(db)) ?? new Date(clock.now().getTime() - longAgoMs);
  const since = new Date(newest.getTime() - overlapMs);
  const result: RecoveredPayments = {
    recovered: [],
    withoutPlayer: [],
    otherIntents: [],
    asked: 0,
    unknownIntents: [],
    isProviderSilent: false,
  };
  for (const payment of payments) {
    const { id, intentId: journal } = payment;
    const known = await findPayment(db, id);
    if (known?.intentId === null) await storeIntent(db, id, journal);
    if (known?.intentId === null) result.recovered.push(id);
    if (known?.intentId && known.intentId !== journal) {
      result.otherIntents.push({ id, journal, database: known.intentId });
    }
    if (known) continue;
    const isThere = await db.transaction((tx) => insertRecovered(tx, payment, clock.now()));
    (isThere ? result.recovered : result.withoutPlayer).push(payment.id);
  }
  if (!cards.isConfigured) return result;
  for (const paymentId of result.recovered) {
    if ((await refreshPayment({ paymentId }, deps)) === 'no_answer') result.isProviderSilent = true;
  }
  result.asked = await recheckAllPayments(db, clock.now());
  let after: string | undefined;
  do {
    const page = await cards.listEntries({ since, after });
    if (isRefusal(page)) return { ...result, isProviderSilent: true };
    const intents = page.entries.flatMap(({ intentId }) => intentId ?? []);
    result.unknownIntents.push(...(await listUnknownIntents(db, intents)));
    after = page.nextAfter;
  } while (after !== undefined);
  return { ...result, unknownIntents: [...new Set(result.unknownIntents)] };
}
