// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { requestIdOfCall } from '../call-context.ts';
import type { Queryable, Tx } from '../db/database.ts';

/** Handles a task's payload. Runs at least once, so it must be idempotent. */
export type Task = (payload: never) => Promise<void>;
export type Tasks = Record<string, Task>;

/**
 * Domain events by name, with their payloads. Each feature declares its own here (`features/<name>/domain-events.ts`). An
 * event is a job of its name, enqueued in the transaction of the fact that it announces: both commit, or neither does.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by features
export interface DomainEvents {}
export type DomainEventName = keyof DomainEvents;

/** How one feature reacts to domain events. */
export type Listeners = {
  [Name in DomainEventName]?: (payload: DomainEvents[Name]) => Promise<void>;
};

/** The key under which `enqueue_job` (db/functions/platform.sql) stores the id of the request that a job comes from. */
export const originKey = '_requestId';

interface EnqueueOptions {
  runAt?: Date;
  inMs?: number;
  key?: string;
  priority?: number;
  maxAttempts?: number;
}

/**
 * Enqueues a job that starts once the transaction commits.
 * @param runAt the earliest start, by the database's clock; default immediately
 * @param inMs instead of runAt: this long after the database's now, which is right even if this process's clock is off
 * @param key a waiting job with the same key is replaced; a running one continues without the key, and is retried like
 * any other if it fails or its process is killed
 * @param priority jobs with a smaller number go first; default 0
 * @param maxAttempts tries before it is left for an operator (default 25, with growing delays)
 */
export async function enqueue(
  tx: Tx,
  task: string,
  payload: object,
  { runAt, inMs, key, priority, maxAttempts }: EnqueueOptions = {},
): Promise<void> {
  const at = inMs === undefined ? sql`${runAt ?? null}` : sql`now() + ${inMs}::float8 * interval '1 ms'`;
  await tx.run(sql`
    select enqueue_job(${task}, ${JSON.stringify(payload)}::jsonb, ${requestIdOfCall() ?? null},
      ${at}, ${key ?? null}, ${maxAttempts ?? null}, ${priority ?? null})`);
}

/** Enqueues many jobs together, each as above. */
export async function enqueueMany(
  tx: Tx,
  task: string,
  jobs: readonly { key: string; payload: object }[],
  { priority }: Pick<EnqueueOptions, 'priority'> = {},
): Promise<void> {
  if (jobs.length === 0) return;
  await tx.run(sql`
    select enqueue_job(${task}, job.payload, ${requestIdOfCall() ?? null}, null, job.key, null, ${priority ?? null})
    from unnest(${jobs.map(({ payload }) => JSON.stringify(payload))}::jsonb[], ${jobs.map(({ key }) => key)}::text[])
      as job (payload, key)`);
}

/** Whether a job with this key is waiting, running, or failed permanently and waiting for an operator. */
export async function hasJob(db: Queryable, key: string): Promise<boolean> {
  return (await db.row(sql`select from graphile_worker.jobs where key = ${key}`)) !== undefined;
}

/** The keys among these whose job is running, or waiting without a failure. */
export async function findPlanned(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{ key: string }>(sql`
    select key from graphile_worker.jobs
    where key = any (${[...keys]}::text[]) and (attempts = 0 or locked_at is not null)`);
  return new Set(rows.map(({ key }) => key));
}

/** Makes waiting jobs with these keys due once the transaction commits; running ones continue. */
export async function makeDueNow(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.run(sql`
    select from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where key = any (${[...keys]}::text[])), run_at => now())`);
}

/** Announces a fact to the other features, in the transaction of that fact (transactional outbox). */
export async function publish<Name extends DomainEventName>(
  tx: Tx,
  name: Name,
  payload: DomainEvents[Name],
  options: Pick<EnqueueOptions, 'priority' | 'runAt'> = {},
): Promise<void> {
  await enqueue(tx, name, payload, options);
}
