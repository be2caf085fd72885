// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { Retained } from '../../../platform/jobs/retention.ts';
import type { CardEvent } from '../../../providers/stripe/events.ts';

/**
 * The effect of an event. `credited`: the coins were credited. `failed`: the payment will never be made. `known`:
 * nothing new. `asked`: the card provider is asked for the current state. `noted`: only stored. `not_as_ordered`: a
 * different amount or currency, never credited. `unknown_payment`: names a payment of ours that does not exist here.
 * `other_installation`: a payment that another installation ordered on the same account. `not_ours`: about something
 * else.
 */
export const eventEffects = [
  'credited',
  'failed',
  'known',
  'asked',
  'noted',
  'not_as_ordered',
  'unknown_payment',
  'other_installation',
  'not_ours',
] as const;
export type EventEffect = (typeof eventEffects)[number];

export interface StoredEvent {
  eventId: string;
  type: string;
  /** The object of the event: an intent, a charge, a dispute. */
  objectId: string;
  paymentId: string | null;
  effect: EventEffect;
  receivedAt: Date;
}

/** Events. Those that credited a payment stay: the audit needs them. */
export const retainedEvents: Retained = {
  table: sql`payment_events`,
  at: sql`received_at`,
  forgotten: sql`effect <> 'credited'`,
};

/** @returns undefined if it was never received, or is no longer retained */
export function findEvent(db: Queryable, eventId: string): Promise<StoredEvent | undefined> {
  return db.row(sql`
    select event_id, type, object_id, payment_id, effect, received_at from payment_events
    where event_id = ${eventId}`);
}

/** Stores an event with its effect. @returns false if it was stored before */
export async function insertEvent(
  tx: Tx,
  event: CardEvent,
  { paymentId, effect, receivedAt }: { paymentId: string | null; effect: EventEffect; receivedAt: Date },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into payment_events (event_id, type, object_id, payment_id, effect, amount_cents, currency, status,
      happened_at, received_at)
    values (${event.id}, ${event.type}, ${event.objectId}, ${paymentId}, ${effect}, ${event.amountCents},
      ${event.currency}, ${event.status}, ${event.happenedAt}, ${receivedAt})
    on conflict on constraint payment_events_once do nothing`);
  return inserted === 1;
}
