// SPDX-License-Identifier: Apache-2.0

import type { Tasks } from '../jobs/outbox.ts';
import { addMonths } from './add-months.ts';
import { type ArchivingDeps, archiveMonths } from './archive-months.ts';

const addTask = 'add-months';
const archiveTask = 'archive-months';

/** Daily, so that a month that could not be created has weeks of retries; one run at a time. */
export const monthsCrontab = `17 2 * * * ${addTask} ?queue=${addTask}&jobKey=${addTask}
41 3 * * * ${archiveTask} ?queue=${archiveTask}&jobKey=${archiveTask}`;

/** @param afterMonths undefined: nothing is archived */
export function monthsTasks({
  afterMonths,
  ...deps
}: Omit<ArchivingDeps, 'afterMonths'> & { afterMonths: number | undefined }): Tasks {
  return {
    [addTask]: () => addMonths(deps.db),
    async [archiveTask]() {
      if (afterMonths !== undefined) await archiveMonths({ ...deps, afterMonths });
    },
  };
}
