// SPDX-License-Identifier: Apache-2.0

import { expect } from '@playwright/test';
import sql, { raw } from 'sql-template-tag';
import { noteRestore } from '../../../server/features/seals/note-restore.ts';
import { sealKeys } from '../../../server/features/seals/seal-keys.ts';
import { loadSandboxSecret } from '../../../server/platform/secrets.ts';
import type { RunningApp } from './app.ts';
import { inDatabase, withDatabase } from './database.ts';

/** Seals all transfers now, instead of within a minute. */
export async function sealNow(app: RunningApp): Promise<void> {
  await withDatabase(app, async (db) => {
    await db.run(sql`select enqueue_job('seal-transfers', '{}'::jsonb, null, null, null, null, null)`);
    const countUnsealed = async () =>
      (
        await db.one<{ count: number }>(sql`
          select count(*) as count from transfers t
          where not exists (select from seal_leaves l where l.transfer_id = t.id)`)
      ).count;
    await expect.poll(countUnsealed).toBe(0);
  });
}

/** Like `finalring backup note`, which refuses to run beside other processes. */
export async function publishRestoreNote(app: RunningApp, reason: string): Promise<void> {
  const appSecret = await loadSandboxSecret(app.dataDir);
  await withDatabase(app, async (db) => {
    await noteRestore({ reason, now: new Date() }, { db, keys: sealKeys({ db, appSecret }) });
  });
}

/** Changes transfers like somebody with access to the database could. */
export async function tamper(app: RunningApp, statement: string): Promise<void> {
  await inDatabase(app, async (tx) => {
    await tx.run(sql`alter table transfers disable trigger user`);
    await tx.run(sql`${raw(statement)}`);
    await tx.run(sql`alter table transfers enable trigger user`);
  });
}
