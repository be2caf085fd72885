// SPDX-License-Identifier: Apache-2.0

import type { WebhookData, WebhookEventType } from '../../../contract/webhook-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { type DomainEvents, enqueue, type Listeners } from '../../platform/jobs/outbox.ts';
import type { FindSoldOrder } from '../../ports.ts';
import { insertEvent, type NewEvent } from './webhook-event-store.ts';

export const sendTask = 'send-webhooks';

export interface RecordDeps {
  db: Database;
  clock: Clock;
  findSoldOrder: FindSoldOrder;
}

/** Starts sending once the transaction commits; lower priority than jobs that decide and pay. */
export async function wakeSending(tx: Tx): Promise<void> {
  await enqueue(tx, sendTask, {}, { key: sendTask, priority: 10 });
}

/** @param subject what the event is about: only one event of that type is ever recorded for it */
export function toEvent<Type extends WebhookEventType>(
  type: Type,
  subject: string,
  happenedAt: Date,
  data: WebhookData<Type>,
): NewEvent {
  const body = JSON.stringify({ type, timestamp: happenedAt.toISOString(), data });
  return { type, cause: `${type}:${subject}`, happenedAt, body };
}

/** Records the webhook events, one or several, of a domain event. */
async function record(events: readonly NewEvent[], { db, clock }: RecordDeps): Promise<void> {
  await db.transaction(async (tx) => {
    let sends = 0;
    for (const event of events) sends += await insertEvent(tx, event, clock.now());
    if (sends > 0) await wakeSending(tx);
  });
}

/** A sale, and each of its cards that has to be delivered by hand. */
async function recordOrder(
  { orderId, playerId }: DomainEvents['purchase.completed'],
  deps: RecordDeps,
): Promise<void> {
  const order = await deps.findSoldOrder(orderId);
  if (!order) return;
  const { createdAt, totalGC, purchases } = order;
  const due = purchases.flatMap(({ purchaseId, giftCardId, title, promisedBy }) =>
    promisedBy === null
      ? []
      : toEvent('delivery.due', purchaseId, createdAt, {
          playerId,
          purchaseId,
          orderId,
          giftCardId,
          title,
          promisedBy,
        }),
  );
  const sale = toEvent('purchase.completed', orderId, createdAt, { playerId, orderId, totalGC, purchases });
  await record([sale, ...due], deps);
}

/**
 * A domain event is a job enqueued in the transaction in which it happened (platform/jobs/outbox.ts), so none is lost,
 * and each records its webhook events once. Facts without a time of their own get the current time, a moment later.
 */
export function eventListeners(deps: RecordDeps): Listeners {
  const now = () => deps.clock.now();
  const tell = (...events: NewEvent[]) => record(events, deps);
  const recordDelivery = ({ purchaseId, playerId }: DomainEvents['purchase.delivered']) =>
    tell(toEvent('purchase.delivered', purchaseId, now(), { purchaseId, playerId }));
  return {
    'challenge.decided': ({ attemptId, playerId, description: challenge, status, rewardGC, refundGC }) =>
      tell(
        toEvent('challenge.decided', attemptId, now(), {
          attemptId,
          playerId,
          challenge,
          status,
          rewardGC,
          refundGC,
        }),
      ),
    'challenge.overturned': ({ attemptId, playerId, description: challenge }) =>
      tell(toEvent('challenge.overturned', attemptId, now(), { attemptId, playerId, challenge })),
    'challenge.voided': ({ attemptId, playerId }) =>
      tell(toEvent('challenge.voided', attemptId, now(), { attemptId, playerId })),
    'purchase.completed': (fact) => recordOrder(fact, deps),
    'purchase.delivered': recordDelivery,
    'purchase.sent-elsewhere': recordDelivery,
    'purchase.refunded': ({ purchaseId, playerId }) =>
      tell(toEvent('purchase.refunded', purchaseId, now(), { purchaseId, playerId })),
    'payment.credited': ({ paymentId, playerId, packageTitle, coins, amountCents, at }) =>
      tell(
        toEvent('payment.credited', paymentId, new Date(at), {
          paymentId,
          playerId,
          package: packageTitle,
          coins,
          amountCents,
          currency: 'usd',
        }),
      ),
    'payment.reversed': ({ paymentId, playerId, packageTitle, coins, reason, number, at }) =>
      tell(
        toEvent('payment.reversed', `${paymentId}:${number}`, new Date(at), {
          paymentId,
          playerId,
          package: packageTitle,
          coins,
          reason,
          number,
        }),
      ),
    'giveaway.drawn': ({ giveawayId, title, at }) =>
      tell(toEvent('giveaway.drawn', giveawayId, new Date(at), { giveawayId, title })),
  };
}
