// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { webhookOffReasons } from '../../../contract/outgoing-webhooks-admin.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';

export interface EndpointTerms {
  address: string;
  description: string;
  events: string[];
}

export interface EndpointRow extends EndpointTerms {
  id: string;
  createdAt: Date;
  offSince: Date | null;
  offReason: (typeof webhookOffReasons)[number] | null;
  failingSince: Date | null;
}

/** An endpoint with data from other tables. */
export interface SeenEndpoint extends EndpointRow {
  rotatingUntil: Date | null;
  lastDeliveredAt: Date | null;
  waiting: number;
}

/** A backlog is counted up to this number. */
const maxCounted = 10_000;

const columns = sql`id, address, description, events, created_at, off_since, off_reason, failing_since`;

const seen = sql`
  select ${columns}, last_delivered_at,
    (select max(s.ends_at) from webhook_secrets s where s.endpoint_id = e.id) as rotating_until,
    (select count(*) from (
      select from webhook_sends s where s.endpoint_id = e.id and s.status = 'waiting' limit ${maxCounted}) w) as waiting
  from webhook_endpoints e`;

/** Oldest first. */
export function listEndpoints(db: Queryable): Promise<SeenEndpoint[]> {
  return db.rows(sql`${seen} where e.deleted_at is null order by e.id`);
}

export function findEndpoint(db: Queryable, id: string): Promise<SeenEndpoint | undefined> {
  return db.row(sql`${seen} where e.id = ${id} and e.deleted_at is null`);
}

/** Locked until the transaction ends. */
export function lockEndpoint(tx: Tx, id: string): Promise<EndpointRow | undefined> {
  return tx.row(
    sql`select ${columns} from webhook_endpoints where id = ${id} and deleted_at is null for update`,
  );
}

/** Serializes creating endpoints. @returns how many exist */
export async function countEndpoints(tx: Tx): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(7440)`);
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*) from webhook_endpoints where deleted_at is null`,
  );
  return count;
}

/** @returns its id */
export async function insertEndpoint(
  tx: Tx,
  { address, description, events }: EndpointTerms,
  now: Date,
): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into webhook_endpoints (address, description, events, created_at)
    values (${address}, ${description}, ${[...events]}, ${now}) returning id`);
  return id;
}

export async function updateEndpoint(
  tx: Tx,
  id: string,
  { address, description, events }: EndpointTerms,
): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints set address = ${address}, description = ${description}, events = ${[...events]},
      revision = case when address = ${address} then revision else make_uuidv7() end
    where id = ${id}`);
}

export async function turnOn(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints set off_since = null, off_reason = null, failing_since = null where id = ${id}`);
  // Gives sends that were not given up yet their job again: a job that ran meanwhile has sent nothing.
  await tx.run(sql`
    update webhook_sends set next_try_at = next_try_at where endpoint_id = ${id} and status = 'waiting'`);
}

export const giveUpTask = 'give-up-webhooks';

/** Gives up waiting sends in a job, since there may be many. */
const giveUp = (tx: Tx, endpointId: string) =>
  enqueue(tx, giveUpTask, { endpointId }, { key: `${giveUpTask}:${endpointId}`, priority: 10 });

/** Stops sending to it. */
export async function turnOff(
  tx: Tx,
  id: string,
  { since, reason }: { since: Date; reason: NonNullable<EndpointRow['offReason']> },
): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints set off_since = ${since}, off_reason = ${reason} where id = ${id} and off_since is null`);
  await giveUp(tx, id);
}

/** @returns since when every delivery has failed */
export async function noteFailure(tx: Tx, id: string, now: Date): Promise<Date | undefined> {
  const row = await tx.row<{ failingSince: Date }>(sql`
    update webhook_endpoints set failing_since = coalesce(failing_since, ${now})
    where id = ${id} and off_since is null returning failing_since`);
  return row?.failingSince;
}

export async function noteDelivery(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints set failing_since = null, last_delivered_at = ${now} where id = ${id}`);
}

/** Its sends are deleted later, together with the events. */
export async function deleteEndpoint(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.run(sql`delete from webhook_secrets where endpoint_id = ${id}`);
  await tx.run(sql`
    update webhook_endpoints set deleted_at = ${now}, off_since = coalesce(off_since, ${now}),
      off_reason = coalesce(off_reason, 'by_hand') where id = ${id}`);
  await giveUp(tx, id);
}

/** Removes deleted endpoints that have no sends left. */
export async function forgetEndpoints(db: Queryable): Promise<void> {
  await db.run(sql`
    delete from webhook_endpoints e
    where e.deleted_at is not null and not exists (select from webhook_sends s where s.endpoint_id = e.id)`);
}
