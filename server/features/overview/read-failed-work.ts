// SPDX-License-Identifier: Apache-2.0

import type { FailedWork } from '../../../contract/overview-admin.ts';
import { changeOnce } from '../../platform/db/admin-changes.ts';
import type { Database } from '../../platform/db/database.ts';
import { failedTasks, runFailedAgain } from '../../platform/jobs/failed-jobs.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { getReason } from './rules.ts';

/** Jobs that failed permanently, by task; the most recent failure first. */
export async function readFailedWork(
  db: Database,
  eventWords: Readonly<Record<string, string>>,
): Promise<FailedWork[]> {
  const failed = await failedTasks(db);
  return failed
    .map(({ task, count, newestJobId, newestAt, newestError }) => {
      const fact = Object.hasOwn(eventWords, task) ? eventWords[task] : undefined;
      return {
        task,
        label: fact ?? task,
        isFact: fact !== undefined,
        count,
        newest: {
          jobId: newestJobId,
          failedAt: newestAt.toISOString(),
          reason: getReason(newestError),
        },
      };
    })
    .sort((one, other) => other.newest.failedAt.localeCompare(one.newest.failedAt));
}

/** Runs all failed jobs of a task again, and records that in the audit log. Returns their number. */
export function runAgain(
  { actorId, idempotencyKey, task }: { actorId: string; idempotencyKey: string; task: string },
  db: Database,
): Promise<{ jobs: number } | Refusal> {
  const input = { operation: 'work.run-again', task };
  return db.transaction((tx) =>
    changeOnce<{ jobs: number }>(tx, { playerId: actorId, key: idempotencyKey, input }, async () => {
      const jobs = await runFailedAgain(tx, task);
      if (jobs === 0) return { answer: { jobs } };
      const [before, after] = [{ failed: jobs }, { failed: 0 }];
      const change = { action: 'work.run-again', subject: `task:${task}`, before, after };
      return { answer: { jobs }, change };
    }),
  );
}
