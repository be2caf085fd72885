// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Database } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import type { Tasks } from './outbox.ts';

/** Cron line of the task below: every ten minutes. */
export const housekeepingCrontab = '*/10 * * * * housekeeping';

/** Removes expired rows. */
export function housekeepingTasks(db: Database): Tasks {
  return {
    async housekeeping() {
      await deleteInBatches(db, sql`live_events`, sql`created_at < now() - interval '1 day'`);
      await deleteInBatches(db, sql`idempotent_answers`, sql`created_at < now() - interval '7 days'`);
      await deleteInBatches(db, sql`rate_limit_windows`, sql`ends_at < now()`);
    },
  };
}
