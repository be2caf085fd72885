import sql from 'sql-template-tag';
import type { Database } from '../db/database.ts';
import type { Tasks } from './outbox.ts';

/** Cron line of the task below: every ten minutes. */
export const housekeepingCrontab = '*/10 * * * * housekeeping';

/** Removes what only had to be remembered for a while. */
export function housekeepingTasks(db: Database): Tasks {
  return {
    async housekeeping() {
      await db.reports.run(sql`delete from live_events where created_at < now() - interval '1 day'`);
      await db.reports.run(sql`delete from idempotent_answers where created_at < now() - interval '7 days'`);
      await db.reports.run(sql`delete from rate_limit_windows where ends_at < now()`);
    },
  };
}
