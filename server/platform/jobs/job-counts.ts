// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Database, Queryable, Tx } from '../db/database.ts';

export interface JobCounts {
  task: string;
  /** Due, but not started. */
  waiting: number;
  /** How long the oldest of those has been due. */
  waitingSeconds: number;
  /** The delay of the oldest unfinished job, whether it still waits or will be retried after a failure. */
  lateSeconds: number;
  running: number;
  /** Due later. */
  scheduled: number;
  /** Out of tries: these wait for an operator. */
  failed: number;
}

const columns = sql`task, waiting, waiting_seconds, late_seconds, running, scheduled, failed`;
const counting = sql`
  select task_identifier as task,
    count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as waiting,
    coalesce(extract(epoch from now() - min(run_at)
      filter (where locked_at is null and attempts < max_attempts and run_at <= now())), 0)::int as waiting_seconds,
    coalesce(extract(epoch from now() - least(
      min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now()),
      min(created_at) filter (where attempts > 0 and attempts < max_attempts and last_error is not null))), 0)::int as late_seconds,
    count(*) filter (where locked_at is not null)::int as running,
    count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now())::int as scheduled,
    count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed
  from graphile_worker.jobs group by task_identifier`;

/** Counts jobs by task. Reads the whole queue, sometimes a million jobs: for reporting use `readJobCounts`. */
export function countJobs(db: Queryable): Promise<JobCounts[]> {
  return db.rows<JobCounts>(sql`${counting} order by task`);
}

/** An arbitrary number that no other lock uses. */
const countsLock = 7442;
/** A job counts every minute. Without a running worker, the first reader after this time counts for all. */
const fresh = sql`select ${columns} from job_counts where counted_at > now() - interval '90 seconds' order by task`;

async function keepCounts(tx: Tx): Promise<JobCounts[]> {
  await tx.run(sql`delete from job_counts`);
  return tx.rows<JobCounts>(sql`
    with kept as (
      insert into job_counts (${columns}, counted_at) select ${columns}, now() from (${counting}) counted
      returning ${columns})
    select ${columns} from kept order by task`);
}

/** Counts, and stores the result for all readers. */
export function countJobsForAll(db: Database): Promise<JobCounts[]> {
  return db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${countsLock})`);
    return keepCounts(tx);
  });
}

/** The counts of the last minute or so. */
export async function readJobCounts(db: Database): Promise<JobCounts[]> {
  const kept = await db.rows<JobCounts>(fresh);
  if (kept.length > 0) return kept;
  return db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${countsLock})`);
    const meanwhile = await tx.rows<JobCounts>(fresh);
    return meanwhile.length > 0 ? meanwhile : keepCounts(tx);
  });
}
