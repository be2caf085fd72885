// SPDX-License-Identifier: Apache-2.0

import type { CartLine } from '../../../contract/shop.ts';
import { ApiError } from '../../lib/api.ts';
import { checkoutKey } from '../../lib/session.ts';
import { storedRecord } from '../../lib/stored-record.ts';
import { hasShape, isCount, isListOf, isNumber, isText } from '../../lib/stored-shape.ts';

/**
 * A purchase from the press of the button until its outcome is known. It is stored before it is sent, with its idempotency
 * key and exactly what is bought: the page that finds it after a reload, a crash or in another tab sends the same again and
 * gets the first answer, so that nothing is bought twice and no result is lost.
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

/** After this time nobody expects that opening a page spends coins: the player is asked first. */
const goesOnByItselfMs = 10 * 60_000;
/** The server keeps answers for 7 days; a key that it may have forgotten is never sent again. */
const answerIsKeptMs = 6 * 24 * 60 * 60_000;

/** The player's unanswered purchase, unless it is so old that its answer may be gone. */
export function getOpenCheckout(playerId: string, now: number): CheckoutRecord | null {
  const record = keptCheckout.read();
  return record?.playerId === playerId && now - record.sentAt < answerIsKeptMs ? record : null;
}

export function goesOnByItself(record: CheckoutRecord, now: number): boolean {
  return now - record.sentAt < goesOnByItselfMs;
}

/** Forgets that purchase, but not another one that was begun since; returns false if it was already forgotten. */
export function closeCheckout(key: string): boolean {
  if (keptCheckout.read()?.key !== key) return false;
  keptCheckout.write(null);
  return true;
}

/**
 * True while it is unknown whether the purchase happened: no answer, a fault of the server, a limit or an ended session on
 * the second try after the first one was lost, or a refusal from something on the way, which has no code. The key must then
 * be kept.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === undefined) return true;
  return error.status === 0 || error.status >= 500 || error.status === 401 || error.status === 429;
}
