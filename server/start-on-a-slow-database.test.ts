// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../tests/support/database.ts';
import { type RunningApp, startApp } from '../tests/support/e2e/app.ts';
import { type FaultProxy, startFaultProxy } from '../tests/support/fault-proxy.ts';
import { makeScratchFolder } from '../tests/support/scratch.ts';

/** Starts while the database is slow, silent or lost. Each case once crashed the process. */
let database: TestDatabase;
let proxy: FaultProxy;
let dataDir: string;
beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startFaultProxy(database.url);
  dataDir = makeScratchFolder('slow-database');
});
afterEach(async () => {
  proxy.endDead();
  await proxy.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts the app, does `meanwhile` to its database, and expects it to serve in the end. */
async function startMeanwhile(meanwhile: () => Promise<void>): Promise<void> {
  const env = { SANDBOX: '1', DATABASE_URL: proxy.url };
  const [app] = await Promise.all([startApp({ dataDir, env }), meanwhile()]);
  try {
    // It may have become ready before the last fault; it checks its database again within seconds.
    await expect.poll(async () => (await fetch(`${(app as RunningApp).url}/readyz`)).status).toBe(200);
  } finally {
    await (app as RunningApp).stop();
  }
}

it('waits for a database that is silent for half a minute', () =>
  startMeanwhile(async () => {
    proxy.set('freeze');
    await delay(30_000);
    proxy.set('pass');
  }));

it('restarts after repeatedly lost connections', () =>
  startMeanwhile(async () => {
    for (let round = 0; round < 40; round++) {
      await delay(250);
      proxy.tear();
    }
  }));

it('survives a database that keeps falling silent for three seconds', () =>
  startMeanwhile(async () => {
    for (let round = 0; round < 4; round++) {
      proxy.set('pass');
      await delay(1_000);
      proxy.set('freeze');
      await delay(3_000);
    }
    proxy.set('pass');
  }));
