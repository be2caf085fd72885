// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts';

export interface NewEvent {
  type: string;
  /** A permanent name for the cause. */
  cause: string;
  happenedAt: Date;
  body: string;
}

/**
 * Records an event, with a send for each subscribed endpoint that is on. Does nothing if the event is known or has no
 * subscriber. For an endpoint that is off, it only stores the event, which can be replayed later.
 */
export async function insertEvent(
  tx: Tx,
  { type, cause, happenedAt, body }: NewEvent,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    with event as (
      insert into webhook_events (type, cause, happened_at, body)
      select ${type}, ${cause}, ${happenedAt}, ${body}
      where exists (select from webhook_endpoints where ${type} = any (events) and deleted_at is null)
      on conflict (cause) do nothing returning id)
    insert into webhook_sends (event_id, endpoint_id, next_try_at)
    select event.id, e.id, ${now}::timestamptz from event, webhook_endpoints e
    where ${type} = any (e.events) and e.off_since is null`);
}

/** A test is for a single endpoint, on or off. @returns the send */
export async function insertTest(
  tx: Tx,
  endpointId: string,
  { type, cause, happenedAt, body }: NewEvent,
): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    with event as (
      insert into webhook_events (type, cause, happened_at, body)
      values (${type}, ${cause}, ${happenedAt}, ${body}) returning id)
    insert into webhook_sends (event_id, endpoint_id, next_try_at)
    select id, ${endpointId}, ${happenedAt}::timestamptz from event returning id`);
  return id;
}

interface Place {
  happenedAt: Date;
  id: string;
}

export interface Replayed {
  endpointId: string;
  /** ISO 8601; both are inclusive. */
  since: string;
  until: string;
  which: 'all' | 'failed';
  /** After this event; null at the start. */
  after: { happenedAt: string; id: string } | null;
}

/**
 * Restarts the next events of a period, including events without a send because the endpoint was off. Sends that
 * already wait keep waiting.
 * @returns the last event processed; undefined if there are no more
 */
export async function replayNext(
  tx: Tx,
  { endpointId, since, until, which, after }: Replayed,
  { limit, now }: { limit: number; now: Date },
): Promise<Place | undefined> {
  const events = await tx.rows<Place>(sql`
    select v.happened_at, v.id from webhook_events v join webhook_endpoints e on e.id = ${endpointId}
    where v.happened_at >= ${since} and v.happened_at <= ${until} and v.type = any (e.events)
      and (v.happened_at, v.id) > (${after?.happenedAt ?? since}::timestamptz,
        ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid)
    order by v.happened_at, v.id limit ${limit}`);
  await tx.run(sql`
    insert into webhook_sends as s (event_id, endpoint_id, next_try_at)
    select id, ${endpointId}, ${now}::timestamptz from unnest(${events.map(({ id }) => id)}::uuid[]) as id
    on conflict (event_id, endpoint_id) do update
      set status = 'waiting', tries = 0, next_try_at = excluded.next_try_at
      where s.status = 'failed' or (s.status = 'delivered' and ${which} = 'all')`);
  return events.length === limit ? events.at(-1) : undefined;
}

/** Deletes events from before `until`, with their sends and tries. */
export async function forgetEvents(db: Queryable, until: Date): Promise<void> {
  await deleteInBatches(db, sql`webhook_events`, sql`happened_at < ${until}`);
}

/** Deletes secrets that no longer sign. */
export async function forgetSecrets(db: Queryable, now: Date): Promise<void> {
  await db.run(sql`delete from webhook_secrets where ends_at <= ${now}`);
}
