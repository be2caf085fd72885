// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import { coinsDeps } from '../../server/features/coins/feature.ts';
import type { Database } from '../../server/platform/db/database.ts';
import type { Task } from '../../server/platform/jobs/outbox.ts';
import type { Journal } from '../../server/platform/journal/journal.ts';
import { createLogger } from '../../server/platform/log.ts';
import { reconcileJournal } from '../../server/recovery/reconcile-journal.ts';
import { type TestApp, testSecret } from './app.ts';

/** Like `finalring backup reconcile`, while the card provider doesn't answer. */
export function reconcile(
  { db, clock, app }: Pick<TestApp, 'db' | 'clock' | 'app'>,
  journal: Journal,
  { isComplete = true, isLookedAt = false } = {},
) {
  const coins = coinsDeps({
    db,
    clock,
    log: createLogger('silent'),
    appSecret: testSecret,
    stripe: { apiBase: 'http://127.0.0.1:1', secretKey: '', webhookSecrets: [] },
    xpPerTenCents: 1,
    firstCheckSeconds: 120,
  });
  return reconcileJournal({ db, journal, coins, repeatErasure: app.repeatErasure, isComplete, isLookedAt });
}

/** Writes the journal entries that triggers have enqueued. @returns the entries */
export async function noteInJournal({ db, app }: Pick<TestApp, 'db' | 'app'>): Promise<unknown[]> {
  const jobs = await db.rows<{ payload: { entry: unknown } }>(sql`
    with noted as (
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'note-in-journal' returning j.id, j.payload)
    select payload from noted order by id`);
  for (const { payload } of jobs) await (app.tasks['note-in-journal'] as Task)(payload as never);
  return jobs.map(({ payload }) => payload.entry);
}

/** Resets rows to their state at a backup, without firing triggers. */
export async function putBack(db: Database, statement: Sql): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(statement);
  });
}
