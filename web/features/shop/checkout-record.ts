// SPDX-License-Identifier: Apache-2.0

import type { CartLine } from '../../../contract/shop.ts';
import { ApiError } from '../../lib/api.ts';
import { checkoutKey } from '../../lib/session.ts';
import { storedRecord } from '../../lib/stored-record.ts';
import { hasShape, isCount, isListOf, isNumber, isText } from '../../lib/stored-shape.ts';

/**
 * A purchase, from the press of the button until its outcome is known. It is stored before it is sent, with its
 * idempotency key and its exact lines. A page that finds it after a reload, a crash or in another tab sends it again
 * and gets the first answer. So nothing is bought twice and no result is lost.
 */
export interface CheckoutRecord {
  playerId: string;
  key: string;
  lines: CartLine[];
  /** Milliseconds since 1970, by this browser's clock. */
  sentAt: number;
}

const isLine = hasShape<CartLine>({ giftCardId: isText, quantity: isCount, gcCoin: isCount });

export const keptCheckout = storedRecord(
  checkoutKey,
  hasShape<CheckoutRecord>({ playerId: isText, key: isText, lines: isListOf(isLine), sentAt: isNumber }),
);

/** After this time players wouldn't expect a page to spend coins just by opening, so it asks first. */
const goesOnByItselfMs = 10 * 60_000;
/** The server keeps answers for 7 days; a key that it may have forgotten is never sent again. */
const answerIsKeptMs = 6 * 24 * 60 * 60_000;

/** The player's unanswered purchase, unless its answer may have expired. */
export function getOpenCheckout(playerId: string, now: number): CheckoutRecord | null {
  const record = keptCheckout.read();
  return record?.playerId === playerId && now - record.sentAt < answerIsKeptMs ? record : null;
}

export function goesOnByItself(record: CheckoutRecord, now: number): boolean {
  return now - record.sentAt < goesOnByItselfMs;
}

/** Removes this purchase's record, unless a newer purchase has replaced it; returns false if it was already removed. */
export function closeCheckout(key: string): boolean {
  if (keptCheckout.read()?.key !== key) return false;
  keptCheckout.write(null);
  return true;
}

/**
 * True while the outcome is unknown: no answer, a server error, or a refusal without a code, which comes from a proxy.
 * Also for a rate limit or an ended session, which may have stopped only the second try. The key must then be kept.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === undefined) return true;
  return error.status === 0 || error.status >= 500 || error.status === 401 || error.status === 429;
}
