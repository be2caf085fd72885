// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import type { Tasks } from './outbox.ts';

/** A table whose rows are deleted once they are older than the operator's retention period (docs/retention.md). */
export interface Retained {
  table: Sql;
  /** A row's time, which has an index. */
  at: Sql;
  /** The old rows to delete; all of them by default. */
  forgotten?: Sql;
}

/** The log of administrators' changes. */
export const retainedChanges: Retained = { table: sql`admin_changes`, at: sql`created_at` };

const forgetTask = 'forget-old-rows';
const dayMs = 86_400_000;

/** Nightly; one run at a time. */
export const retentionCrontab = `41 3 * * * ${forgetTask} ?queue=${forgetTask}&jobKey=${forgetTask}`;

/** Proceeds day by day, so that no statement reads all retained old rows again. */
async function forgetBefore(db: Database, { table, at, forgotten = sql`true` }: Retained, before: Date) {
  const { oldest } = await db.one<{ oldest: Date | null }>(sql`select min(${at}) as oldest from ${table}`);
  if (!oldest) return;
  for (let from = +oldest; from < +before; from += dayMs) {
    const until = new Date(Math.min(from + dayMs, +before));
    await deleteInBatches(db, table, sql`${at} >= ${new Date(from)} and ${at} < ${until} and (${forgotten})`);
  }
}

/** @param months how many whole months to retain besides this one (UTC); undefined: all */
export function retentionTasks({
  db,
  clock,
  months,
  tables,
}: {
  db: Database;
  clock: Clock;
  months: number | undefined;
  tables: readonly Retained[];
}): Tasks {
  return {
    async [forgetTask]() {
      if (months === undefined) return;
      const now = clock.now();
      const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months));
      for (const table of tables) await forgetBefore(db, table, before);
    },
  };
}
