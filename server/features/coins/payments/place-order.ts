// SPDX-License-Identifier: Apache-2.0

import type { Database } from '../../../platform/db/database.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import type { CardPayments } from '../../../providers/stripe/card-payments.ts';
import { type PaymentRow, storeIntent } from './payment-store.ts';

export interface OrderDeps {
  db: Database;
  cards: CardPayments;
  /** Distinguishes our payments from those of other installations on the same account. */
  installationId(): Promise<string>;
}

/** Many packages make a long title; the provider shows no more of it anyway. Never cuts an emoji in half. */
const maxDescription = 500;

/** Creates the payment's intent at the provider, or finds the one from an earlier attempt, and records it. */
export async function placeOrder(
  payment: PaymentRow,
  { db, cards, installationId }: OrderDeps,
): Promise<{ intentId: string; clientSecret: string } | Refusal> {
  const { id: paymentId, playerId, amountCents, packageTitle } = payment;
  const placed = await cards.placeOrder({
    paymentId,
    playerId,
    installationId: await installationId(),
    amountCents,
    description: packageTitle.slice(0, maxDescription).toWellFormed(),
  });
  if (!isRefusal(placed)) await storeIntent(db, paymentId, placed.intentId);
  return placed;
}
