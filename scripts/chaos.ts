// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run chaos`: runs the product as several processes on a database of its own, with stand-ins for all outside
 * services, under mixed load (looking, buying, playing, paying, refunds and disputes), and has faults come over it:
 * database, processes, clocks, providers, webhooks. Proves every second and at the end that nothing was lost or doubled.
 *   --faults N     how many (100)
 *   --seed N       decides what comes when; a run that failed comes again with its seed (1)
 *   --only A,B     these kinds alone, such as database-stopped,web-killed
 *   --players N    (8)
 *   --processes N  that many that serve and as many that work (2)
 * Exit code 1 when anything was lost, doubled or left broken, or came back later than two seconds after a fault.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '../server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres/start.ts';
import { runChaos } from '../tests/chaos/run-chaos.ts';
import { allFaults, type FaultKind } from '../tests/chaos/schedule.ts';

const servingAgainMs = 2_000;
const shownBreaches = 20;

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: allFaults.join(',') },
    players: { type: 'string', default: '8' },
    processes: { type: 'string', default: '2' },
  },
});
const kinds = values.only.split(',') as FaultKind[];
const unknown = kinds.filter((kind) => !allFaults.includes(kind));
if (unknown.length > 0)
  throw new Error(`No such fault: ${unknown.join(', ')}. There are ${allFaults.join(', ')}`);
const ofEach = Number(values.processes);

const dataDir = mkdtempSync(join(tmpdir(), 'finalring-chaos-'));
try {
  const log = { info: () => {}, error: () => {} };
  const server = await startEmbeddedPostgres({ dataDir, log, isSupervised: true });
  try {
    await migrate(server.url);
    const outcome = await runChaos(server, {
      faults: Number(values.faults),
      seed: Number(values.seed),
      kinds,
      players: Number(values.players),
      roles: [...Array<'web'>(ofEach).fill('web'), ...Array<'worker'>(ofEach).fill('worker')],
      say: (line) => console.error(line),
    });
    for (const breach of outcome.breaches.slice(0, shownBreaches)) console.log(breach);
    console.table(
      Object.fromEntries(
        Object.entries(outcome.worstMs).map(([kind, ms]) => [
          kind,
          { 'serving again after at most, ms': ms },
        ]),
      ),
    );
    const { answered, unavailable, orders, attempts, payments, checks, breaches } = outcome;
    console.log(
      `${values.faults} faults, seed ${values.seed}, ${ofEach} web and ${ofEach} worker processes: ` +
        `${answered} calls answered, ${unavailable} told to come again; ${orders} orders, ${attempts} attempts, ` +
        `${payments} card payments; ${checks} proofs on the way; ${breaches.length} breaches`,
    );
    const isSlow = Math.max(...Object.values(outcome.worstMs)) > servingAgainMs;
    if (breaches.length > 0 || isSlow) process.exitCode = 1;
  } finally {
    await server.stop();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
