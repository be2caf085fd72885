// SPDX-License-Identifier: Apache-2.0

import { Gauge, type Registry } from 'prom-client';
import sql from 'sql-template-tag';
import type { Database, Queryable, Tx } from '../db/database.ts';
import { readInTime } from '../figures.ts';

/** Jobs of one task that have used up their tries and wait for an operator. */
export interface FailedTask {
  task: string;
  count: number;
  /** The job that failed last: its number, which is in the log too, and when. */
  newestJobId: string;
  newestAt: Date;
  /** The error as thrown; null if its process died. May contain anything, so never show it. */
  newestError: string | null;
}

// graphile-worker considers a job available if it is not locked and has tries left: a job that is neither available nor
// locked has used them up. The index jobs_unavailable finds those. graphile-worker's view cannot use it, since it does
// not have `is_available`.
const hasFailed = sql`not j.is_available and j.locked_at is null`;
const jobs = sql`graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`;
// A failure postpones a job's next run by this, even after the last try; the time of failure is stored nowhere else.
const failedAt = sql`j.run_at - exp(least(j.attempts, 10)) * interval '1 second'`;

/** All tasks with permanently failed jobs, by name. */
export function failedTasks(db: Queryable): Promise<FailedTask[]> {
  return db.rows<FailedTask>(sql`
    select distinct on (t.identifier) t.identifier as task,
      count(*) over (partition by t.identifier) as count, j.id::text as newest_job_id,
      ${failedAt} as newest_at, j.last_error as newest_error
    from ${jobs} where ${hasFailed}
    order by t.identifier, ${failedAt} desc`);
}

/**
 * Lets all failed jobs of a task run again, with the initial number of tries.
 * @returns how many there were
 */
export async function runFailedAgain(tx: Tx, task: string): Promise<number> {
  const rows = await tx.rows(sql`
    select from graphile_worker.reschedule_jobs(
      array(select j.id from ${jobs} where t.identifier = ${task} and ${hasFailed}),
      run_at => now(), attempts => 0)`);
  return rows.length;
}

/** Counts failed jobs by task at each scrape. While the database is unavailable, the last count stays. */
export function gaugeFailedJobs(
  registry: Registry,
  db: Database,
  isDomainEvent: (task: string) => boolean,
): void {
  const read = readInTime(() => failedTasks(db));
  new Gauge({
    name: 'jobs_failed_for_good',
    help: 'Jobs that failed on their last try and wait for an operator',
    labelNames: ['task', 'kind'],
    registers: [registry],
    async collect() {
      const failed = await read();
      if (!failed) return;
      this.reset();
      for (const { task, count } of failed) {
        this.set({ task, kind: isDomainEvent(task) ? 'domain_event' : 'task' }, count);
      }
    },
  });
}
