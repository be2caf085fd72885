// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/log.ts';
import type { CardEvent } from '../../../providers/stripe/events.ts';
import { isPaidAsOrdered, type Known } from '../rules.ts';
import { type EventEffect, insertEvent } from './payment-event-store.ts';
import { lockPayment, lockPaymentByIntent, moveCheckForward, type PaymentRow } from './payment-store.ts';
import { scheduleRefresh } from './refresh-jobs.ts';
import { settlePayment } from './settle-payment.ts';

export interface EventDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  installationId(): Promise<string>;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Events about returned money. Their totals and states may arrive in any order, so we ask for the current state instead. */
const aboutMoneyBack = /^(charge\.(refunded$|refund\.|dispute\.)|refund\.)/;

/** The payment of an event. If its intent is not recorded yet, the event still contains the payment's id. */
async function getPayment(tx: Tx, { intentId, paymentId }: CardEvent): Promise<PaymentRow | undefined> {
  if (intentId === null) return undefined;
  const known = await lockPaymentByIntent(tx, intentId);
  if (known || paymentId === null || !uuid.test(paymentId)) return known;
  return lockPayment(tx, paymentId);
}

function effectWithoutPayment({ paymentId, installationId }: CardEvent, ownId: string): EventEffect {
  if (installationId !== null && installationId !== ownId) return 'other_installation';
  return paymentId === null ? 'not_ours' : 'unknown_payment';
}

function toEffect(event: CardEvent, payment: PaymentRow): EventEffect {
  if (payment.intentId !== null && payment.intentId !== event.intentId) return 'not_as_ordered';
  if (aboutMoneyBack.test(event.type)) return 'asked';
  if (event.type === 'payment_intent.succeeded') {
    if (!isPaidAsOrdered(event, payment)) return 'not_as_ordered';
    return payment.creditedAt ? 'known' : 'credited';
  }
  if (event.type !== 'payment_intent.canceled') return 'noted';
  return payment.status === 'open' ? 'failed' : 'known';
}

async function takeEffect(
  tx: Tx,
  payment: PaymentRow,
  { intentId }: CardEvent,
  effect: EventEffect,
  deps: EventDeps,
): Promise<void> {
  const settle = (news: Partial<Known>) =>
    settlePayment(tx, { before: payment, after: { ...payment, intentId, ...news } }, deps);
  if (effect === 'credited') await settle({ isPaid: true });
  if (effect === 'failed') await settle({ hasFailed: true });
  if (effect === 'asked') {
    await moveCheckForward(tx, payment.id, deps.clock.now());
    await scheduleRefresh(tx, payment.id);
  }
}

/**
 * Handles an event signed by the card provider: stores it once, together with its effect, in one transaction. A payment that
 * differs from its order is never credited; like an event that names an unknown payment, it is stored and logged for an
 * operator. Events of another installation on the same account are only stored.
 */
export async function receiveEvent(event: CardEvent, deps: EventDeps): Promise<EventEffect | 'repeated'> {
  const { db, clock, log } = deps;
  const ownId = await deps.installationId();
  const { effect, paymentId } = await db.transaction(async (tx) => {
    const payment = await getPayment(tx, event);
    const effect = payment ? toEffect(event, payment) : effectWithoutPayment(event, ownId);
    const paymentId = payment?.id ?? null;
    const isNew = await insertEvent(tx, event, { paymentId, effect, receivedAt: clock.now() });
    if (!isNew) return { effect: 'repeated' as const, paymentId };
    if (payment) await takeEffect(tx, payment, event, effect, deps);
    return { effect, paymentId };
  });
  if (effect === 'not_as_ordered' || effect === 'unknown_payment') {
    const { id: eventId, type, intentId } = event;
    log.error({ eventId, type, intentId, paymentId, effect }, 'a payment event needs attention');
  }
  return effect;
}
