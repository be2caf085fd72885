// SPDX-License-Identifier: Apache-2.0

import { type WebhookData, type WebhookEventType, webhookEvents } from '../../../contract/webhook-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DomainEvents, Listeners } from '../../platform/jobs/outbox.ts';
import type { FindSoldOrder } from '../../ports.ts';
import { insertEvent, type NewEvent } from './webhook-event-store.ts';

export interface RecordDeps {
  db: Database;
  clock: Clock;
  findSoldOrder: FindSoldOrder;
}

/** @param subject the subject of the event: only one event of that type is ever recorded for it */
export function toEvent<Type extends WebhookEventType>(
  type: Type,
  subject: string,
  happenedAt: Date,
  data: WebhookData<Type>,
): NewEvent {
  const body = JSON.stringify({ type, timestamp: happenedAt.toISOString(), data });
  return { type, cause: `${type}:${subject}`, happenedAt, body };
}

/** Records the one or more webhook events of a domain event. */
async function record(events: readonly NewEvent[], { db, clock }: RecordDeps): Promise<void> {
  await db.transaction(async (tx) => {
    for (const event of events) await insertEvent(tx, event, clock.now());
  });
}

/** Records a sale, and each of its cards that needs delivery by hand. */
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
 * A domain event is a job, enqueued in the transaction of its fact (platform/jobs/outbox.ts), so none is lost, and each
 * records its webhook events once. Facts without a time get the current time, a moment later.
 */
export function eventListeners(deps: RecordDeps): Listeners {
  /** Sends the contract's fields of a fact. */
  const tell = (
    type: WebhookEventType,
    subject: string,
    fact: { playerId?: string; description?: string; packageTitle?: string; at?: string },
  ) => {
    const named = { challenge: fact.description, package: fact.packageTitle, currency: 'usd', ...fact };
    const happenedAt = fact.at === undefined ? deps.clock.now() : new Date(fact.at);
    return record([toEvent(type, subject, happenedAt, webhookEvents[type].parse(named))], deps);
  };
  const recordDelivery = (fact: DomainEvents['purchase.delivered']) =>
    tell('purchase.delivered', fact.purchaseId, fact);
  return {
    'challenge.decided': (fact) => tell('challenge.decided', fact.attemptId, fact),
    'challenge.overturned': (fact) => tell('challenge.overturned', fact.attemptId, fact),
    'challenge.voided': (fact) => tell('challenge.voided', fact.attemptId, fact),
    'purchase.completed': (fact) => recordOrder(fact, deps),
    'purchase.delivered': recordDelivery,
    'purchase.sent-elsewhere': recordDelivery,
    'purchase.refunded': (fact) => tell('purchase.refunded', fact.purchaseId, fact),
    'payment.credited': (fact) => tell('payment.credited', fact.paymentId, fact),
    'payment.reversed': (fact) => tell('payment.reversed', `${fact.paymentId}:${fact.number}`, fact),
    'giveaway.drawn': (fact) => tell('giveaway.drawn', fact.giveawayId, fact),
  };
}
