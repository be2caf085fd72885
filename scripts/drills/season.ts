// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run drill -- season`: simulates a season of events on its own database, and compares all payouts and
 * achievements with an independent model. Exit code 1 if anything differs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditLedger } from '../../server/audit.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import { playSeason } from '../../tests/support/season.ts';
import { command, toCount } from '../command.ts';

const size = command('drill season', 'Plays a season of events, and compares it with an independent model.')
  .option('--players <n>', 'number of players', toCount, 10_000)
  .option('--facts <n>', 'number of rewarded facts', toCount, 200_000)
  .option('--days <n>', 'length of the season', toCount, 28)
  .parse()
  .opts<{ players: number; facts: number; days: number }>();

const dataDir = mkdtempSync(join(tmpdir(), 'finalring-season-'));
const started = performance.now();
try {
  const log = { info: () => {}, error: console.error };
  const server = await startEmbeddedPostgres({ dataDir, log });
  try {
    await migrate(server.url);
    const db = openDatabase(server.url, { poolSize: 16, statementMs: 0 });
    const outcome = await playSeason(db, size, { say: (line) => console.error(line) });
    const { proofs } = await auditLedger(db);
    await db.close();
    const breaches = proofs.flatMap((proof) => proof.breaches);
    for (const difference of outcome.differences.slice(0, 20)) console.log(difference);
    const seconds = Math.round((performance.now() - started) / 1_000);
    console.log(
      `${outcome.facts} facts of ${size.players} players, each delivered twice: ${outcome.rewards} rewards, ${outcome.achievements} achievements, ` +
        `${outcome.differences.length} differences from the model, ${breaches.length} breaches in the books, ${seconds} s`,
    );
    if (outcome.differences.length + breaches.length > 0) process.exitCode = 1;
  } finally {
    await server.stop();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
