// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../server/platform/db/migrate.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/platform/embedded-postgres/start.ts';
import { often } from '../support/often.ts';
import { patient } from '../support/patience.ts';
import { makeScratchFolder } from '../support/scratch.ts';
import { runChaos } from './run-chaos.ts';
import { allFaults, faultKinds, planFaults } from './schedule.ts';

let dataDir: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  dataDir = makeScratchFolder('chaos');
  const log = { info: () => {}, error: () => {} };
  // Durable, because confirmed orders must survive the crashes of this drill.
  server = await startEmbeddedPostgres({ dataDir, log, isSupervised: true });
  await migrate(server.url);
});
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

it('plans the same faults for a seed, each kind before any repeats', () => {
  expect(planFaults(7, 40)).toEqual(planFaults(7, 40));
  expect(planFaults(8, 40)).not.toEqual(planFaults(7, 40));
  const kinds = planFaults(7, 2 * allFaults.length).map(({ kind }) => kind);
  expect(kinds.slice(0, allFaults.length).toSorted()).toEqual(allFaults.toSorted());
  expect(kinds.slice(allFaults.length).toSorted()).toEqual(allFaults.toSorted());
});

// `npm run drill -- chaos` does the same for hours with every kind of fault, and with a limit of two seconds.
it('loses and duplicates nothing while its database and processes fail', {
  timeout: patient(300_000),
}, async () => {
  const kinds = [
    ...faultKinds.database.slice(0, often(5, { briefly: 1 })),
    ...faultKinds.process.slice(0, often(2, { briefly: 1 })),
  ];
  const outcome = await runChaos(server, {
    ...{ seed: 7, faults: kinds.length, kinds, roles: ['web', 'worker'], players: often(4, { briefly: 2 }) },
    keepsItsLimits: false,
  });
  expect(outcome.breaches).toEqual([]);
  // How many orders fit in between depends on the machine.
  expect(outcome.orders).toBeGreaterThan(0);
  expect(outcome.checks).toBeGreaterThan(3);
  // A generous limit, because other tests share the machine.
  expect(Math.max(...Object.values(outcome.worstMs))).toBeLessThan(patient(10_000));
});
