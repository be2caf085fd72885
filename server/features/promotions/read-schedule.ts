// SPDX-License-Identifier: Apache-2.0

import type { ScheduledRun } from '../../../contract/promotions-admin.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { type RepeatedTask, repeatedTasks } from '../../platform/jobs/schedule.ts';
import type { ScheduledDraws } from '../../ports.ts';
import { listScheduledPromotions } from './event-store.ts';
import { lateFactGraceMs } from './rules.ts';
import { sweepTask } from './run-promotions.ts';

const maxShown = 200;

export interface ScheduleDeps {
  db: Database;
  clock: Clock;
  /** All recurring tasks of the application. */
  crontab(): string;
  scheduledDraws: ScheduledDraws;
}

type Failure = Pick<RepeatedTask, 'attempts' | 'lastError'>;
const none: Failure = { attempts: 0, lastError: null };

/**
 * The scheduler's automatic acts, soonest first. A task checks for due promotions and draws every minute, so an overdue
 * one means that the task is failing.
 */
export async function readSchedule({
  db,
  clock,
  crontab,
  scheduledDraws,
}: ScheduleDeps): Promise<ScheduledRun[]> {
  const now = clock.now();
  const [repeated, promotions, { task: drawTask, draws }] = await Promise.all([
    repeatedTasks(db, crontab(), now),
    listScheduledPromotions(db, { now, lateFactGraceMs, limit: maxShown }),
    scheduledDraws(maxShown),
  ]);
  const heldUpBy = (task: string, runAt: Date): Failure => {
    const { attempts, lastError } = repeated.find((each) => each.task === task) ?? none;
    return runAt <= now ? { attempts, lastError } : none;
  };
  const runs = [
    ...repeated.map((run) => ({ ...run, subject: { kind: null, _id: null, title: '' } })),
    ...promotions.map(({ id, title, task, runAt }) => ({
      task,
      runAt,
      subject: { kind: 'event' as const, _id: id, title },
      ...heldUpBy(sweepTask, runAt),
    })),
    ...draws.map(({ id, title, runAt }) => ({
      task: 'giveaway.draw',
      runAt,
      subject: { kind: 'giveaway' as const, _id: id, title },
      ...heldUpBy(drawTask, runAt),
    })),
  ];
  return runs
    .sort((one, other) => one.runAt.getTime() - other.runAt.getTime())
    .slice(0, maxShown)
    .map((run) => ({ ...run, runAt: run.runAt.toISOString() }));
}
