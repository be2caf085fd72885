// SPDX-License-Identifier: Apache-2.0

import sql, { empty } from 'sql-template-tag';
import type { WebhookSend } from '../../../contract/outgoing-webhooks-admin.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { Outcome } from './rules.ts';

/** A send that is due. */
export interface DueSend {
  id: string;
  eventId: string;
  endpointId: string;
  address: string;
  body: string;
  tries: number;
  isTest: boolean;
}

/** A waiting send; undefined if its endpoint was deleted, or is off and this is not a test. */
export function findWaiting(db: Queryable, sendId: string): Promise<DueSend | undefined> {
  return db.row(sql`
    select s.id, s.event_id, s.endpoint_id, e.address, v.body, s.tries, v.type = 'webhook.test' as is_test
    from webhook_sends s join webhook_events v on v.id = s.event_id join webhook_endpoints e on e.id = s.endpoint_id
    where s.id = ${sendId} and s.status = 'waiting' and e.deleted_at is null
      and (e.off_since is null or v.type = 'webhook.test')`);
}

/**
 * Records a try and its outcome. A failure does not change a send that was delivered or given up in the meantime.
 * @param nextTryAt null after the last try
 * @returns false if the send is gone by now
 */
export async function recordTry(
  tx: Tx,
  sendId: string,
  { at, durationMs, status, error, answer }: Outcome & { at: Date; durationMs: number },
  { isDelivered, nextTryAt }: { isDelivered: boolean; nextTryAt: Date | null },
): Promise<boolean> {
  const known = await tx.row(sql`select from webhook_sends where id = ${sendId} for update`);
  if (!known) return false;
  await tx.run(sql`
    insert into webhook_tries (send_id, tried_at, duration_ms, status, error, answer)
    values (${sendId}, ${at}, ${durationMs}, ${status}, ${error}, ${answer})`);
  await tx.run(sql`
    update webhook_sends set tries = tries + 1, next_try_at = ${nextTryAt}, last_status = ${status}, last_error = ${error},
      status = ${isDelivered ? 'delivered' : nextTryAt ? 'waiting' : 'failed'}
    where id = ${sendId} and (${isDelivered} or status = 'waiting')`);
  return true;
}

const givenUpAtOnce = 5_000;

/**
 * Gives up the waiting sends of an endpoint that is off. If it is turned on again meanwhile, the remaining sends
 * continue.
 */
export async function giveUpWaiting(db: Queryable, endpointId: string): Promise<void> {
  const giveUp = sql`
    update webhook_sends set status = 'failed', next_try_at = null, last_error = 'The webhook was turned off'
    where id = any (array(
      select s.id from webhook_sends s join webhook_endpoints e on e.id = s.endpoint_id
      where s.endpoint_id = ${endpointId} and s.status = 'waiting' and e.off_since is not null
      limit ${givenUpAtOnce}))`;
  while ((await db.run(giveUp)) === givenUpAtOnce);
}

/** Restarts one send. */
export async function replaySend(tx: Tx, sendId: string, now: Date): Promise<void> {
  await tx.run(
    sql`update webhook_sends set status = 'waiting', tries = 0, next_try_at = ${now} where id = ${sendId}`,
  );
}

/**
 * How many sends wait for endpoints that are on, counted up to a maximum for each, and how long the oldest has waited.
 */
export function readBacklog(db: Queryable): Promise<{ waiting: number; since: Date | null }> {
  return db.one(sql`
    select coalesce(sum(w.waiting), 0)::int as waiting, min(o.happened_at) as since
    from webhook_endpoints e
    cross join lateral (select count(*) as waiting from (
      select from webhook_sends s where s.endpoint_id = e.id and s.status = 'waiting' limit 10000) s) w
    left join lateral (
      select v.happened_at from webhook_sends s join webhook_events v on v.id = s.event_id
      where s.endpoint_id = e.id and s.status = 'waiting' order by s.id limit 1) o on true
    where e.off_since is null`);
}

type SendRow = Omit<WebhookSend, '_id' | 'happenedAt' | 'nextTryAt'> & {
  id: string;
  happenedAt: Date;
  nextTryAt: Date | null;
};

const columns = sql`s.id, s.endpoint_id, s.event_id, v.type, v.happened_at, s.status, s.tries, s.next_try_at,
  s.last_status, s.last_error`;
const sends = sql`webhook_sends s join webhook_events v on v.id = s.event_id`;

/** The sends of an endpoint, newest first. */
export function listSends(
  db: Queryable,
  {
    endpointId,
    status,
    before,
    limit,
  }: { endpointId: string; status?: string | undefined; before?: string | undefined; limit: number },
): Promise<SendRow[]> {
  return db.rows(sql`
    select ${columns} from ${sends}
    where s.endpoint_id = ${endpointId} ${status ? sql`and s.status = ${status}` : empty}
      ${before ? sql`and s.id < ${before}` : empty}
    order by s.id desc limit ${limit}`);
}

export function findSend(
  db: Queryable,
  endpointId: string,
  sendId: string,
): Promise<(SendRow & { body: string }) | undefined> {
  return db.row(sql`
    select ${columns}, v.body from ${sends} where s.id = ${sendId} and s.endpoint_id = ${endpointId}`);
}

interface TryRow {
  id: string;
  at: Date;
  durationMs: number;
  status: number | null;
  error: string;
  answer: string;
}

/** Newest first; only the latest tries if it was replayed often. */
export function listTries(db: Queryable, sendId: string): Promise<TryRow[]> {
  return db.rows(sql`
    select id, tried_at as at, duration_ms, status, error, answer from webhook_tries
    where send_id = ${sendId} order by id desc limit 50`);
}
