import { expect } from '@playwright/test';
import sql, { raw } from 'sql-template-tag';
import type { RunningApp } from './app.ts';
import { inDatabase, withDatabase } from './database.ts';

/** Has all that moved sealed now, instead of within a minute. */
export async function sealNow(app: RunningApp): Promise<void> {
  await withDatabase(app, async (db) => {
    await db.run(sql`select enqueue_job('seal-transfers', '{}'::jsonb, null, null, null, null, null)`);
    const countUnsealed = async () =>
      (
        await db.one<{ count: number }>(sql`
          select count(*) as count from transfers t
          where not exists (select from seal_leaves l where l.transfer_id = t.id)`)
      ).count;
    await expect.poll(countUnsealed, { timeout: 20_000 }).toBe(0);
  });
}

const tables = ['transfers', 'seal_leaves', 'seal_nodes', 'seal_heads'];

/** Changes the ledger and what is sealed of it as who holds the database can. */
export async function tamper(app: RunningApp, ...statements: string[]): Promise<void> {
  await inDatabase(app, async (tx) => {
    for (const table of tables) await tx.run(sql`alter table ${raw(table)} disable trigger user`);
    for (const statement of statements) await tx.run(sql`${raw(statement)}`);
    for (const table of tables) await tx.run(sql`alter table ${raw(table)} enable trigger user`);
  });
}
