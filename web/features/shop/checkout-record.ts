// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { cartLine } from '../../../contract/shop.ts';
import { ApiError } from '../../lib/api.ts';
import { keptRecord } from '../../lib/kept-record.ts';
import { checkoutKey } from '../../lib/session.ts';

/**
 * A purchase between pressing the button and knowing what became of it. It is written down before it is sent, with
 * its idempotency key and exactly what is bought: the one who finds it after a reload, a crash or in another tab
 * sends the same again and gets the first answer, so that nothing is bought twice and no result is lost.
 */
const checkoutRecord = z.object({
  playerId: z.string(),
  key: z.string(),
  lines: z.array(cartLine),
  /** Milliseconds since 1970, by this browser's clock. */
  sentAt: z.number(),
});
export type CheckoutRecord = z.infer<typeof checkoutRecord>;

export const keptCheckout = keptRecord(checkoutKey, checkoutRecord);

/** Later than this nobody expects coins to be spent by opening a page: then the player is asked first. */
const goesOnByItselfMs = 10 * 60_000;
/** The server remembers answers for 7 days; a key that it may have forgotten is never sent again. */
const answerIsKeptMs = 6 * 24 * 60 * 60_000;

/** The unanswered purchase of that player, unless it is so old that its answer may be gone. */
export function getOpenCheckout(playerId: string, now: number): CheckoutRecord | null {
  const record = keptCheckout.read();
  return record?.playerId === playerId && now - record.sentAt < answerIsKeptMs ? record : null;
}

export function goesOnByItself(record: CheckoutRecord, now: number): boolean {
  return now - record.sentAt < goesOnByItselfMs;
}

/** Forgets that purchase, and no other that was begun since; false where it was forgotten already. */
export function closeCheckout(key: string): boolean {
  if (keptCheckout.read()?.key !== key) return false;
  keptCheckout.write(null);
  return true;
}

/**
 * True while nobody can say whether the purchase happened: no answer, a fault of the server, a limit or an ended
 * session at the second try after a first one that was lost, or a refusal of somebody on the way, which has no code. The key
 * must then be kept.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === undefined) return true;
  return error.status === 0 || error.status >= 500 || error.status === 401 || error.status === 429;
}
