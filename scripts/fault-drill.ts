/**
 * `npm run fault-drill`: runs the product on a database of its own, behind a proxy, under load, and has the database
 * stopped, cut off, frozen and silent, round after round. No process may end, each serves again within two seconds, and
 * the books are right. `--rounds N --seed N --players N` change its size (50, 1 and 8), `--processes one|many` which
 * processes run (one that does everything, or two that serve and two that work). Exit code 1 when anything is wrong.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '../server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres/start.ts';
import { drillFaults, faults } from '../tests/support/fault-drill.ts';

const servingAgainMs = 2_000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    players: { type: 'string', default: '8' },
    processes: { type: 'string', default: 'many' },
  },
});
const roles = values.processes === 'one' ? (['all'] as const) : (['web', 'worker', 'web', 'worker'] as const);

const dataDir = mkdtempSync(join(tmpdir(), 'finalring-drill-'));
try {
  const log = { info: () => {}, error: () => {} };
  const server = await startEmbeddedPostgres({ dataDir, log, isSupervised: true });
  try {
    await migrate(server.url);
    const outcome = await drillFaults(server, {
      rounds: Number(values.rounds),
      seed: Number(values.seed),
      players: Number(values.players),
      roles,
      say: (line) => console.error(line),
    });
    for (const fault of outcome.faults.slice(0, 20)) console.log(fault);
    const worst = faults.map((fault) => `${fault} ${outcome.worstMs[fault]} ms`).join(', ');
    console.log(
      `${values.rounds} rounds, ${roles.join(' ')}: serving again after at most ${worst}; ` +
        `${outcome.answered} calls answered, ${outcome.unavailable} told to come again, ` +
        `${outcome.bought} orders, ${outcome.faults.length} faults`,
    );
    const isSlow = Math.max(...Object.values(outcome.worstMs)) > servingAgainMs;
    if (outcome.faults.length > 0 || isSlow) process.exitCode = 1;
  } finally {
    await server.stop();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
