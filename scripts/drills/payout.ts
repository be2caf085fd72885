// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run drill -- payout`: sends collected rewards on its own database with a worker that is killed repeatedly.
 * Compares each player's balance with the rewards. After the first kill, the database crashes too. Exit code 1 if
 * anything differs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { auditLedger } from '../../server/audit.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import { drillPayout } from '../../tests/support/payout-drill.ts';
import { command, toCount, toWholeNumber } from '../command.ts';

const options = command('drill payout', 'Pays collected rewards with a worker that is killed repeatedly.')
  .option('--rewards <n>', 'number of rewards', toCount, 1_000_000)
  .option('--players <n>', 'number of players (default: one per reward)', toCount)
  .option('--kills <n>', 'how often the worker is killed', toWholeNumber, 3)
  .option('--seed <n>', 'makes the run repeatable', toWholeNumber, 1)
  .parse()
  .opts<{ rewards: number; players?: number; kills: number; seed: number }>();
const size = { ...options, players: options.players ?? options.rewards };

const dataDir = mkdtempSync(join(tmpdir(), 'finalring-drill-'));
try {
  const server = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, error: console.error } });
  try {
    await migrate(server.url);
    // Collecting and comparing a million rewards takes longer than the product's statement timeout.
    const db = openDatabase(server.url, { poolSize: 8, statementMs: 0 });
    const fault = async () => {
      const { pid } = await db.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      console.error('the database crashes and recovers');
      // PostgreSQL ends all connections and recovers from its log if one of its processes is killed.
      process.kill(pid, 'SIGKILL');
    };
    const outcome = await drillPayout({ db, databaseUrl: server.url, fault }, size, (line) =>
      console.error(line),
    );
    const { proofs } = await auditLedger(db);
    await db.close();
    const breaches = proofs.flatMap((proof) => proof.breaches);
    for (const difference of [...outcome.differences, ...breaches].slice(0, 20)) console.log(difference);
    const { rewardsPaid, rewardsLeftOut, seconds, killedAt } = outcome;
    console.log(
      `${rewardsPaid} rewards sent, ${rewardsLeftOut} left out, killed after ${killedAt.join(', ')}: ` +
        `${outcome.differences.length} differences, ${breaches.length} breaches in the books, ` +
        `${Math.round(seconds)} s, ${Math.round(rewardsPaid / seconds)} rewards/s`,
    );
    const isExact = outcome.differences.length + breaches.length === 0 && killedAt.length === size.kills;
    if (!isExact) process.exitCode = 1;
  } finally {
    await server.stop();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
