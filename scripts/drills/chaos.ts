// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run chaos`: runs several processes of the product on their own database, with stand-ins for all outside
 * services, under mixed load: browsing, buying, playing, paying, refunds and disputes. Injects faults in the database,
 * processes, clocks, providers and webhooks. Proves every second and at the end that nothing was lost or duplicated.
 * Exit code 1 if anything was lost, duplicated or left broken, or if recovery from a fault took over two seconds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import { runChaos } from '../../tests/chaos/run-chaos.ts';
import { allFaults, type FaultKind } from '../../tests/chaos/schedule.ts';
import { command, toCount, toSome, toWholeNumber } from '../command.ts';

const servingAgainMs = 2_000;
const shownBreaches = 20;

const options = command(
  'drill chaos',
  'Injects faults under load, and proves that nothing is lost or duplicated.',
)
  .option('--faults <n>', 'number of faults', toCount, 100)
  .option('--seed <n>', 'makes the run repeatable', toWholeNumber, 1)
  .option('--only <kinds>', `only these kinds, comma-separated: ${allFaults.join(', ')}`, toSome(allFaults))
  .option('--players <n>', 'number of players', toCount, 8)
  .option('--processes <n>', 'number of web processes, and of worker processes', toCount, 2)
  .parse()
  .opts<{ faults: number; seed: number; only?: FaultKind[]; players: number; processes: number }>();
const ofEach = options.processes;

const dataDir = mkdtempSync(join(tmpdir(), 'finalring-chaos-'));
try {
  const log = { info: () => {}, error: () => {} };
  const server = await startEmbeddedPostgres({ dataDir, log, isSupervised: true });
  try {
    await migrate(server.url);
    const outcome = await runChaos(server, {
      faults: options.faults,
      seed: options.seed,
      kinds: options.only ?? allFaults,
      players: options.players,
      keepsItsLimits: true,
      roles: [...Array<'web'>(ofEach).fill('web'), ...Array<'worker'>(ofEach).fill('worker')],
      say: (line) => console.error(line),
    });
    for (const breach of outcome.breaches.slice(0, shownBreaches)) console.log(breach);
    console.table(
      Object.fromEntries(
        Object.entries(outcome.worstMs).map(([kind, ms]) => [kind, { 'longest outage, ms': ms }]),
      ),
    );
    const { answered, unavailable, orders, attempts, payments, checks, breaches } = outcome;
    console.log(
      `${options.faults} faults, seed ${options.seed}, ${ofEach} web and ${ofEach} worker processes: ` +
        `${answered} calls answered, ${unavailable} refused as unavailable; ${orders} orders, ${attempts} attempts, ` +
        `${payments} card payments; ${checks} audits during the run; ${breaches.length} breaches`,
    );
    const isSlow = Math.max(...Object.values(outcome.worstMs)) > servingAgainMs;
    if (breaches.length > 0 || isSlow) process.exitCode = 1;
  } finally {
    await server.stop();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
