// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Database } from '../../server/platform/db/database.ts';

export interface JobState {
  key?: string;
  attempts?: number;
  maxAttempts?: number;
  lastError?: string;
  /** Seconds from now. */
  runIn?: number;
  createdAgo?: number;
  isLocked?: boolean;
}

/** A job in any state that jobs can reach; returns its id. */
export async function addJob(db: Database, task: string, state: JobState = {}): Promise<string> {
  const { key = null, attempts = 0, maxAttempts = 25, lastError = null, runIn = 0 } = state;
  const { createdAgo = 0, isLocked = false } = state;
  const { id } = await db.one<{ id: string }>(sql`
    select id::text as id from graphile_worker.add_job(${task}, job_key => ${key}, max_attempts => ${maxAttempts})`);
  await db.run(sql`
    update graphile_worker._private_jobs set attempts = ${attempts}, last_error = ${lastError},
      run_at = now() + make_interval(secs => ${runIn}), created_at = now() - make_interval(secs => ${createdAgo}),
      locked_at = case when ${isLocked} then now() end, locked_by = case when ${isLocked} then 'somebody' end
    where id = ${id}::bigint`);
  return id;
}
