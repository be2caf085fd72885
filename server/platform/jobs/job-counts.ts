// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../db/database.ts';

export interface JobCounts {
  task: string;
  /** Due, and not begun. */
  waiting: number;
  /** How long the first of those has been due. */
  waitingSeconds: number;
  /** How late the oldest unfinished job is, whether it still waits or failed and will be tried again. */
  lateSeconds: number;
  running: number;
  /** For later. */
  scheduled: number;
  /** Out of tries: they wait for an operator. */
  failed: number;
}

/** Numbers of jobs by state, for each task. */
export function countJobs(db: Queryable): Promise<JobCounts[]> {
  return db.rows<JobCounts>(sql`
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
    from graphile_worker.jobs group by task_identifier order by task_identifier`);
}
