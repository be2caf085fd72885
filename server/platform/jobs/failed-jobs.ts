// SPDX-License-Identifier: Apache-2.0

import { Gauge, type Registry } from 'prom-client';
import sql from 'sql-template-tag';
import type { Database, Queryable, Tx } from '../db/database.ts';
import { readInTime } from '../figures.ts';

/** Jobs of one task that have used up their tries and wait for an operator. */
export interface FailedTask {
  task: string;
  count: number;
  /** The one that failed last: its number, which the log names too, and when. */
  newestJobId: string;
  newestAt: Date;
  /** What it failed with, as it was thrown; null where its process died. May hold anything: not to be shown. */
  newestError: string | null;
}

// graphile-worker calls a job available that is not locked and has tries left: what is neither has used them up. Those are found by
// the index jobs_unavailable, which the view of graphile-worker cannot use: it does not show `is_available`.
const hasFailed = sql`not j.is_available and j.locked_at is null`;
const jobs = sql`graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`;
// When a job fails its next run is put off by this, also after the last try; nothing else keeps when that was.
const failedAt = sql`j.run_at - exp(least(j.attempts, 10)) * interval '1 second'`;

/** All tasks with jobs that failed for good, by name. */
export function failedTasks(db: Queryable): Promise<FailedTask[]> {
  return db.rows<FailedTask>(sql`
    select distinct on (t.identifier) t.identifier as task,
      count(*) over (partition by t.identifier) as count, j.id::text as newest_job_id,
      ${failedAt} as newest_at, j.last_error as newest_error
    from ${jobs} where ${hasFailed}
    order by t.identifier, ${failedAt} desc`);
}

/**
 * Lets all failed jobs of a task run once more, with as many tries as at first.
 * @returns how many there were
 */
export async function runFailedAgain(tx: Tx, task: string): Promise<number> {
  const rows = await tx.rows(sql`
    select from graphile_worker.reschedule_jobs(
      array(select j.id from ${jobs} where t.identifier = ${task} and ${hasFailed}),
      run_at => now(), attempts => 0)`);
  return rows.length;
}

/** Counts failed jobs by task at each scrape. While the database is away the last count stays. */
export function gaugeFailedJobs(
  registry: Registry,
  db: Database,
  isDomainEvent: (task: string) => boolean,
): void {
  const read = readInTime(() => failedTasks(db));
  new Gauge({
    name: 'jobs_failed_for_good',
    help: 'Jobs that were tried as often as they may be and wait for an operator',
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
