import sql from 'sql-template-tag';
import { requestIdOfCall } from '../call-context.ts';
import type { Queryable, Tx } from '../db/database.ts';

/** What a task does with its payload. Runs at least once, so its effect must bear a repetition. */
export type Task = (payload: never) => Promise<void>;
export type Tasks = Record<string, Task>;

/**
 * What one feature may tell the others, by name, with what is told. A feature declares its own here
 * (`features/<name>/domain-events.ts`). Each is a job of this name, enqueued in the transaction of the fact it tells, so
 * a fact and its consequences are never apart.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by features
export interface DomainEvents {}
export type DomainEventName = keyof DomainEvents;

/** What one feature does when it hears of domain events. */
export type Listeners = {
  [Name in DomainEventName]?: (payload: DomainEvents[Name]) => Promise<void>;
};

/** Where a payload carries the id of the request that it comes from. */
export const originKey = '_requestId';

interface EnqueueOptions {
  runAt?: Date;
  key?: string;
  priority?: number;
  maxAttempts?: number;
}

/**
 * Enqueues a job that starts once the transaction commits.
 * @param runAt not before then; default at once
 * @param key a waiting job with the same key is replaced; one that runs goes on without it, and is tried again as any
 * other where it fails or its process is killed
 * @param priority jobs of a smaller number go first; default 0
 * @param maxAttempts tries before it is left for an operator (default 25, with growing waits)
 */
export async function enqueue(
  tx: Tx,
  task: string,
  payload: unknown,
  { runAt, key, priority, maxAttempts }: EnqueueOptions = {},
): Promise<void> {
  if (key !== undefined) await freeKeyOfRunning(tx, key);
  await tx.run(sql`
    select graphile_worker.add_job(
      identifier => ${task}, payload => ${JSON.stringify(withOrigin(payload))}::json,
      run_at => ${runAt ?? null}::timestamptz, job_key => ${key ?? null}::text,
      max_attempts => ${maxAttempts ?? null}::integer, priority => ${priority ?? null}::integer)`);
}

/**
 * graphile-worker takes the key from a running job by using up its tries: killed right after this commits, or failed, it
 * would count as failed for good although all goes well.
 */
async function freeKeyOfRunning(tx: Tx, key: string): Promise<void> {
  await tx.run(sql`
    update graphile_worker._private_jobs set key = null where key = ${key} and locked_at is not null`);
}

/** The payload of a job that comes from a request, with its id. @see tracedTasks */
function withOrigin(payload: unknown): unknown {
  const requestId = requestIdOfCall();
  return requestId && typeof payload === 'object' ? { ...payload, [originKey]: requestId } : payload;
}

/** Whether there is a job of that key: one that waits, runs, or has failed for good and waits for an operator. */
export async function hasJob(db: Queryable, key: string): Promise<boolean> {
  return (await db.row(sql`select from graphile_worker.jobs where key = ${key}`)) !== undefined;
}

/** Tells the other features of a fact, in the transaction of that fact (transactional outbox). */
export async function publish<Name extends DomainEventName>(
  tx: Tx,
  name: Name,
  payload: DomainEvents[Name],
  options: Pick<EnqueueOptions, 'priority'> = {},
): Promise<void> {
  await enqueue(tx, name, payload, options);
}
