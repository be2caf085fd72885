// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { transfer } from '../../../server/ledger/transfer.ts';
import { type Database, openDatabase, type Tx } from '../../../server/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../../server/platform/embedded-postgres/start.ts';
import type { RunningApp } from './app.ts';

/** Opens a running app's database, for states that its screens don't offer. */
export async function withDatabase<Result>(
  app: RunningApp,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const log = { info: () => {}, error: console.error };
  const server = await startEmbeddedPostgres({ dataDir: join(app.dataDir, 'postgres'), log });
  const db = openDatabase(server.url, { poolSize: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
    await server.stop();
  }
}

/** The same, in one transaction. */
export function inDatabase<Result>(app: RunningApp, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return withDatabase(app, (db) => db.transaction(work));
}

/** All tests of a worker share one network, which may make only a few failed look-ups of Epic accounts per minute. */
export async function forgetFailedLookUps(app: RunningApp): Promise<void> {
  await inDatabase(app, (tx) => tx.run(sql`delete from rate_limit_windows where key like 'failed-look-up%'`));
}

/** Takes coins from a player through the ledger of a running app, for tests that need an empty wallet. */
export function takeCoins(app: RunningApp, email: string, amount: number): Promise<void> {
  return moveCoins(app, email, -amount);
}

/** Gives coins to a player of a running app. Doesn't notify open pages: reload them. */
export function giveCoins(app: RunningApp, email: string, amount: number): Promise<void> {
  return moveCoins(app, email, amount);
}

function moveCoins(app: RunningApp, email: string, change: number): Promise<void> {
  return inDatabase(app, async (tx) => {
    const row = await tx.row<{ id: string }>(sql`select id from players where email = ${email}`);
    if (!row) throw new Error(`nobody is called ${email}`);
    const player = { player: row.id };
    const house = { house: 'adjustments' } as const;
    await transfer(tx, {
      currency: 'GC',
      amount: Math.abs(change),
      ...(change < 0 ? { from: player, to: house } : { from: house, to: player }),
      type: 'admin_credit',
      reference: row.id,
      idempotencyKey: `test-moved:${randomUUID()}`,
      description: 'Moved for a test',
    });
  });
}
