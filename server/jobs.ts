// SPDX-License-Identifier: Apache-2.0

import type { Feature, Platform } from './feature.ts';
import { mergeFeatures } from './merge-features.ts';
import { housekeepingCrontab, housekeepingTasks } from './platform/jobs/housekeeping.ts';
import { listenerTasks } from './platform/jobs/listeners.ts';
import type { Listeners, Tasks } from './platform/jobs/outbox.ts';
import { retainedChanges, retentionCrontab, retentionTasks } from './platform/jobs/retention.ts';
import { tracedTasks } from './platform/jobs/traced-tasks.ts';

/**
 * Processes of the previous release add these jobs until they stop. Nothing is left to do for them, but without a task
 * they would wait forever.
 */
const earlierTasks = ['add-months', 'archive-months', 'tell-daily-witnesses'];

export interface Jobs {
  tasks: Tasks;
  /** Lines of graphile-worker's crontab (UTC). */
  crontab: string;
}

/** The jobs of the platform and of all features. @throws if two share a name */
export function collectJobs(
  platform: Platform,
  features: readonly Feature[],
  listeners: readonly Listeners[],
): Jobs {
  const { db, clock, log, config } = platform;
  const retention = retentionTasks({
    db,
    clock,
    months: config.retentionMonths,
    tables: [retainedChanges, ...features.flatMap(({ retained = [] }) => retained)],
  });
  const tasks = {
    ...housekeepingTasks(db),
    ...retention,
    ...(mergeFeatures(features, 'tasks') as Tasks),
    ...listenerTasks(listeners),
    ...Object.fromEntries(earlierTasks.map((task) => [task, async () => {}])),
  };
  const lines = features.flatMap(({ crontab }) => crontab ?? []);
  return {
    tasks: tracedTasks(tasks, log),
    crontab: [housekeepingCrontab, retentionCrontab, ...lines].join('\n'),
  };
}
