// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { CardEvent } from '../../../providers/stripe/events.ts';

/**
 * What an event led to. `credited`: the coins are there. `failed`: the payment will not come. `known`: nothing new.
 * `asked`: the card provider is asked what has become of it. `noted`: kept, no more. `not_as_ordered`: other amount or
 * currency, never credited. `unknown_payment`: names a payment of ours that is not here. `other_installation`: a payment
 * that another installation ordered on the same account. `not_ours`: of something else.
 */
export type EventEffect =
  | 'credited'
  | 'failed'
  | 'known'
  | 'asked'
  | 'noted'
  | 'not_as_ordered'
  | 'unknown_payment'
  | 'other_installation'
  | 'not_ours';

export interface KeptEvent {
  eventId: string;
  type: string;
  /** What it is about: an intent, a charge, a dispute. */
  objectId: string;
  paymentId: string | null;
  effect: EventEffect;
  receivedAt: Date;
}

/** As its archive has it. */
export type ArchivedEvent = Omit<KeptEvent, 'receivedAt'> & { receivedAt: string };

export interface EventsDeps {
  db: Queryable;
  archivedEvents(eventId: string): Promise<ArchivedEvent[] | undefined>;
}

/** Whenever it came: after the months that the table holds, from the archive. */
export async function findEvent(
  { db, archivedEvents }: EventsDeps,
  eventId: string,
): Promise<KeptEvent | undefined> {
  const kept = await db.row<KeptEvent>(sql`
    select event_id, type, object_id, payment_id, effect, received_at from payment_events
    where event_id = ${eventId}`);
  if (kept) return kept;
  const row = (await archivedEvents(eventId))?.[0];
  return row && { ...row, receivedAt: new Date(row.receivedAt) };
}

/** Keeps an event with its effect. @returns false where it was kept before */
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
