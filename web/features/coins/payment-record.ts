// SPDX-License-Identifier: Apache-2.0

import { storageFailed } from '../../lib/device-storage.ts';
import { paymentKey } from '../../lib/session.ts';
import { storedRecord } from '../../lib/stored-record.ts';
import {
  either,
  hasShape,
  isAbsent,
  isCount,
  isListOf,
  isNull,
  isNumber,
  isText,
  isYesOrNo,
} from '../../lib/stored-shape.ts';
import { type OrderedPackages, orderKey } from './packages.ts';

/** The player's order. */
export interface Wish extends OrderedPackages {
  playerId: string;
  /** The total price on the button, in dollars. */
  price: number;
}

/**
 * A payment, from the press of the button until the coins arrive. It is stored with its idempotency key before the
 * intent is requested. After a reload, after a declined card or in another tab, the key leads to the same intent, so
 * that an order is never paid twice. The intent's secret isn't stored; repeating the request with the key returns it
 * again.
 */
export interface PaymentRecord {
  playerId: string;
  key: string;
  /** A single package; several are in `packages`. */
  packageId?: string | undefined;
  packages?: { packageId: string; quantity: number }[] | undefined;
  /** The price that the player saw, in dollars. */
  price: number;
  /** Null until the server has answered. */
  paymentId: string | null;
  /** True once the card provider reports it as paid or being paid. */
  isPaid: boolean;
  /** Milliseconds since 1970, by this browser's clock. */
  begunAt: number;
}

const isPackage = hasShape<{ packageId: string; quantity: number }>({ packageId: isText, quantity: isCount });

export const keptPayment = storedRecord(
  paymentKey,
  hasShape<PaymentRecord>({
    playerId: isText,
    key: isText,
    packageId: either(isText, isAbsent),
    packages: either(isListOf(isPackage), isAbsent),
    price: isNumber,
    paymentId: either(isText, isNull),
    isPaid: isYesOrNo,
    begunAt: isNumber,
  }),
);

/** The server keeps answers for 7 days; a key that it may have forgotten is never sent again. */
const answerIsKeptMs = 6 * 24 * 60 * 60_000;

/** The player's undecided payment. */
export function getOpenPayment(playerId: string, now: number): PaymentRecord | null {
  const record = keptPayment.read();
  return record?.playerId === playerId && now - record.begunAt < answerIsKeptMs ? record : null;
}

/** The record for this order at this price: the undecided one if it matches, otherwise a new one. */
export function beginPayment(wish: Wish, newKey: () => string, now: number): PaymentRecord {
  const open = getOpenPayment(wish.playerId, now);
  if (open && !open.isPaid && isFor(open, wish)) return open;
  const { packages, ...rest } = wish;
  const several = packages && { packages: [...packages] };
  const record = { ...rest, ...several, key: newKey(), paymentId: null, isPaid: false, begunAt: now };
  // Without a stored record, don't pay: after a lost answer the card could be charged twice.
  if (!keptPayment.write(record)) throw new Error(storageFailed);
  return record;
}

/** Whether a payment is for these packages at this price. */
export function isFor(record: PaymentRecord, wish: OrderedPackages & { price: number }): boolean {
  return orderKey(record) === orderKey(wish) && record.price === wish.price;
}

/** Updates this payment's record, unless a newer payment has replaced it. */
export function notePayment(key: string, news: Partial<Pick<PaymentRecord, 'paymentId' | 'isPaid'>>): void {
  const record = keptPayment.read();
  if (record?.key === key) keptPayment.write({ ...record, ...news });
}

/** Removes this payment's record, unless a newer payment has replaced it. */
export function closePayment(key: string): void {
  if (keptPayment.read()?.key === key) keptPayment.write(null);
}
