// SPDX-License-Identifier: Apache-2.0

import { maxRestockAlerts } from '../../../../contract/shop.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import * as store from './restock-alert-store.ts';

type Asked = { playerId: string; giftCardId: string };
type AlertState = { wantsAlert: boolean };

/**
 * Records that a player wants to be notified once when a sold-out card is back. Idempotent. If codes arrive at the same
 * moment, the sweep (feature.ts) catches it. Refuses `not_found` for a card that is not on sale, `card_available` and
 * `too_many_alerts`.
 */
export function askForAlert(
  asked: Asked,
  { db, clock }: { db: Database; clock: Clock },
): Promise<AlertState | Refusal> {
  return db.transaction<AlertState | Refusal>(async (tx) => {
    await store.holdAlerts(tx, asked.playerId);
    const card = await store.findOnSale(tx, asked.giftCardId);
    if (!card) return refuse('not_found');
    if (!card.isSoldOut) return refuse('card_available');
    const { isAsked, others } = await store.countAlerts(tx, asked);
    if (!isAsked) {
      if (others >= maxRestockAlerts) return refuse('too_many_alerts', { max: maxRestockAlerts });
      await store.insertAlert(tx, asked, clock.now());
    }
    return { wantsAlert: true };
  });
}

/** Withdraws the request; does nothing without one. */
export function withdrawAlert(asked: Asked, { db }: { db: Database }): Promise<AlertState> {
  return db.transaction(async (tx) => {
    await store.deleteAlert(tx, asked);
    return { wantsAlert: false };
  });
}
