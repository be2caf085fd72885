// SPDX-License-Identifier: Apache-2.0

import { type EventEffect, findEvent } from './payment-event-store.ts';
import { findPayment, findPaymentByIntent, getKnownPayment, type PaymentRow } from './payment-store.ts';
import { type RefreshDeps, refreshPayment } from './refresh-payment.ts';

type Standing = Pick<PaymentRow, 'status' | 'creditedAt' | 'refundedCents' | 'disputedCents'>;

export interface Replayed {
  type: string;
  /** Its effect at the first receipt. */
  effect: EventEffect;
  /** Null if the event is not known to concern one of our payments. */
  payment: { id: string; before: Standing; after: Standing; answered: boolean } | null;
}

const toStanding = ({ status, creditedAt, refundedCents, disputedCents }: PaymentRow): Standing => ({
  status,
  creditedAt,
  refundedCents,
  disputedCents,
});

/**
 * Handles a stored event again. Its content may be out of date, so this asks the card provider for the payment's
 * current state and settles that. Safe to repeat: coins are credited once and taken back once.
 * @returns undefined if no such event was received
 */
export async function replayEvent(eventId: string, deps: RefreshDeps): Promise<Replayed | undefined> {
  const { db } = deps;
  const event = await findEvent(db, eventId);
  if (!event) return undefined;
  const { type, effect, paymentId, objectId } = event;
  const before = paymentId ? await findPayment(db, paymentId) : await findPaymentByIntent(db, objectId);
  if (!before) return { type, effect, payment: null };
  const outcome = await refreshPayment({ paymentId: before.id }, deps);
  const after = await getKnownPayment(db, before.id);
  return {
    type,
    effect,
    payment: {
      id: before.id,
      before: toStanding(before),
      after: toStanding(after),
      answered: outcome === 'answered',
    },
  };
}
