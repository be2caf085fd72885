// SPDX-License-Identifier: Apache-2.0

import { isRefusal } from '../../../platform/refusal.ts';
import type { JournalledPayment } from '../journal-entries.ts';
import {
  askAgainAboutAll,
  findNewestPaymentAt,
  findPayment,
  insertRecovered,
  listUnknownIntents,
} from '../payments/payment-store.ts';
import { type RefreshDeps, refreshPayment } from '../payments/refresh-payment.ts';

const overlapMs = 24 * 3_600_000;
/** Where nobody ever paid here, as far as this database knows. */
const longAgoMs = 30 * overlapMs;

export interface RecoveredPayments {
  /** Orders that the database had forgotten, and has again. */
  recovered: string[];
  /** Orders of players whom it does not know: they signed up after the moment that it was restored to. */
  withoutPlayer: string[];
  /** How many the card provider is asked about within the next minutes. */
  asked: number;
  /** Payments that the provider took since, and neither database nor journal knows. */
  unknownIntents: string[];
  /** The provider could not be asked: repeat the command. */
  isProviderSilent: boolean;
}

/**
 * Brings payments up to date in a database that was restored: those it forgot are written down again from the journal, the card
 * provider is asked what became of each, and of all others that may have moved. Once or often, the same comes of it.
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
    asked: 0,
    unknownIntents: [],
    isProviderSilent: false,
  };
  for (const payment of payments) {
    if (await findPayment(db, payment.id)) continue;
    const isThere = await db.transaction((tx) => insertRecovered(tx, payment, clock.now()));
    (isThere ? result.recovered : result.withoutPlayer).push(payment.id);
  }
  if (!cards.isConfigured) return result;
  for (const paymentId of result.recovered) {
    if ((await refreshPayment({ paymentId }, deps)) === 'no_answer') result.isProviderSilent = true;
  }
  result.asked = await askAgainAboutAll(db, clock.now());
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
