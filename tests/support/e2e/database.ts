import { join } from 'node:path';
import sql from 'sql-template-tag';
import { transfer } from '../../../server/ledger/transfer.ts';
import { openDatabase } from '../../../server/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../../server/platform/embedded-postgres/start.ts';
import type { RunningApp } from './app.ts';

/** Takes coins from a player of a running app, through its ledger, for tests that need an empty wallet. */
export async function takeCoins(app: RunningApp, email: string, amount: number): Promise<void> {
  const log = { info: () => {}, error: console.error };
  const server = await startEmbeddedPostgres({ dataDir: join(app.dataDir, 'postgres'), log });
  const db = openDatabase(server.url, { poolSize: 1 });
  try {
    await db.transaction(async (tx) => {
      const player = await tx.row<{ id: string }>(sql`select id from players where email = ${email}`);
      if (!player) throw new Error(`nobody is called ${email}`);
      await transfer(tx, {
        currency: 'GC',
        amount,
        from: { player: player.id },
        to: { house: 'adjustments' },
        type: 'admin_credit',
        reference: player.id,
        idempotencyKey: `test-taken:${player.id}`,
        description: 'Taken for a test',
      });
    });
  } finally {
    await db.close();
    await server.stop();
  }
}
