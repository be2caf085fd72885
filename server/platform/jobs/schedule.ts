// SPDX-License-Identifier: Apache-2.0

import type { parseCrontab } from 'graphile-worker';
import sql from 'sql-template-tag';
import type { Queryable } from '../db/database.ts';

export interface RepeatedTask {
  task: string;
  runAt: Date;
  /** How often the job that waits for a retry has failed, and its last error; 0 and null without one. */
  attempts: number;
  lastError: string | null;
}

const minuteMs = 60_000;
/** Far enough for the rarest date, 29 February. */
const lookAheadDays = 8 * 366;

type Matches = ReturnType<typeof parseCrontab>[number]['match'];

/** The first minute (UTC) after `now` that matches a cron line; undefined if none does. */
function nextMinute(matches: Matches, now: Date): Date | undefined {
  const toDigest = (at: Date) => ({
    min: at.getUTCMinutes(),
    hour: at.getUTCHours(),
    date: at.getUTCDate(),
    month: at.getUTCMonth() + 1,
    dow: at.getUTCDay(),
  });
  const first = Math.floor(now.getTime() / minuteMs) + 1;
  for (let minute = first; minute < first + lookAheadDays * 24 * 60; minute++) {
    const at = new Date(minute * minuteMs);
    if (matches(toDigest(at))) return at;
  }
  return undefined;
}

/** The tasks of a crontab with their next runs. A failed run is retried earlier, automatically. */
export async function repeatedTasks(db: Queryable, crontab: string, now: Date): Promise<RepeatedTask[]> {
  // A serving process does not need it otherwise.
  const { parseCrontab } = await import('graphile-worker');
  const items = parseCrontab(crontab);
  const failed = await db.rows<{ task: string; runAt: Date; attempts: number; lastError: string | null }>(sql`
    select t.identifier as task, j.run_at, j.attempts, j.last_error
    from graphile_worker._private_tasks t
    cross join lateral (
      select run_at, attempts, last_error from graphile_worker._private_jobs
      where task_id = t.id and attempts > 0 and last_error is not null order by attempts desc limit 1) j
    where t.identifier = any (${items.map(({ task }) => task)}::text[])`);
  const failures = new Map(failed.map((failure) => [failure.task, failure]));
  return items.flatMap(({ task, match }) => {
    const runAt = nextMinute(match, now);
    const { attempts = 0, lastError = null } = failures.get(task) ?? {};
    return runAt ? [{ task, runAt, attempts, lastError }] : [];
  });
}
