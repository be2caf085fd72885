import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../server/platform/db/migrate.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/platform/embedded-postgres/start.ts';
import { drillFaults, faults } from './support/fault-drill.ts';
import { makeScratchFolder } from './support/scratch.ts';

let dataDir: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  dataDir = makeScratchFolder('drill');
  const log = { info: () => {}, error: () => {} };
  // Durable: an order that was answered must outlive the crashes of this drill.
  server = await startEmbeddedPostgres({ dataDir, log, isSupervised: true });
  await migrate(server.url);
});
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

// `npm run fault-drill` does the same fifty times, also with several processes, and holds it to two seconds.
it('outlives its database being stopped, cut off, frozen and silent, loses nothing and does nothing twice', async () => {
  const outcome = await drillFaults(server, { rounds: faults.length, seed: 7, roles: ['all'], players: 4 });
  expect(outcome.faults).toEqual([]);
  expect(outcome.bought).toBeGreaterThan(10);
  // Generous: other tests share the machine.
  expect(Math.max(...Object.values(outcome.worstMs))).toBeLessThan(8_000);
}, 180_000);
