// SPDX-License-Identifier: Apache-2.0

import type { Feature, Platform } from './feature.ts';
import { mergeFeatures } from './merge-features.ts';
import { personalFields } from './personal-fields.ts';
import { adminChangeMonths } from './platform/db/admin-change-months.ts';
import { installationId } from './platform/db/installation.ts';
import { housekeepingCrontab, housekeepingTasks } from './platform/jobs/housekeeping.ts';
import { listenerTasks } from './platform/jobs/listeners.ts';
import type { Listeners, Tasks } from './platform/jobs/outbox.ts';
import { tracedTasks } from './platform/jobs/traced-tasks.ts';
import { monthsCrontab, monthsTasks } from './platform/months/tasks.ts';

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
  const { db, log, config, appSecret } = platform;
  const months = monthsTasks({
    ...platform,
    installationId: installationId(db),
    tables: [adminChangeMonths(personalFields), ...features.flatMap(({ parted = [] }) => parted)],
    afterMonths: config.archiveAfterMonths,
    findBreaches: async () => (await import('./audit.ts')).findBreaches(db.longRunning, { appSecret }),
  });
  const tasks = {
    ...housekeepingTasks(db),
    ...months,
    ...(mergeFeatures(features, 'tasks') as Tasks),
    ...listenerTasks(listeners),
  };
  const lines = features.flatMap(({ crontab }) => crontab ?? []);
  return {
    tasks: tracedTasks(tasks, log),
    crontab: [housekeepingCrontab, monthsCrontab, ...lines].join('\n'),
  };
}
