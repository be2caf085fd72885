// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { type FaultProxy, startFaultProxy } from '../../../tests/support/fault-proxy.ts';
import { patient } from '../../../tests/support/patience.ts';
import { createLogger } from '../log.ts';
import { holdConnection } from './held-connection.ts';
import { silence } from './limits.ts';

let test: TestDatabase;
let proxy: FaultProxy;

beforeAll(async () => {
  test = await createTestDatabase();
  proxy = await startFaultProxy(test.url);
});
afterAll(async () => {
  await proxy.close();
  await test.drop();
});

async function getPid(connection: Pick<pg.Client, 'query'>): Promise<number> {
  const { rows } = await connection.query('select pg_backend_pid() as pid');
  return (rows[0] as { pid: number }).pid;
}

const hold = (options: Pick<Parameters<typeof holdConnection>[0], 'prepare' | 'watcher'>) =>
  holdConnection({ connectionString: proxy.url, name: 'test', log: createLogger('silent'), ...options });

it('keeps the most recently prepared connection when two attempts succeed', {
  tags: ['long'],
}, async () => {
  const prepared: number[] = [];
  let underWay = 0;
  let mostAtOnce = 0;
  const held = await hold({
    async prepare(client) {
      mostAtOnce = Math.max(mostAtOnce, ++underWay);
      try {
        prepared.push(await getPid(client));
        await client.query('select pg_sleep(0.1)');
      } finally {
        underWay--;
      }
    },
  });
  try {
    proxy.set('freeze');
    // Until the loss is noticed and a short attempt has ended: then a patient attempt runs beside the next short one.
    await delay(silence.afterMs + 2_000);
    proxy.set('pass');
    await vi.waitFor(() => expect(held.isAnswering).toBe(true), { interval: 20 });
    // Time for a pending attempt to take its place.
    await delay(1_000);
    expect(prepared.at(-1)).toBe(await getPid(held as unknown as pg.Client));
    expect(mostAtOnce).toBe(1);
  } finally {
    await held.close();
  }
});

it('reconnects as soon as the network is back, also after a slow start', {
  tags: ['long'],
}, async () => {
  let prepareMs = 1_700;
  const held = await hold({ prepare: () => delay(prepareMs) });
  try {
    prepareMs = 0;
    proxy.set('blackhole');
    await vi.waitFor(() => expect(held.isAnswering).toBe(false), { interval: 20, timeout: patient(5_000) });
    // An attempt whose packets vanish may take no longer than usual: it delays the one that succeeds.
    const before = proxy.connections;
    await vi.waitFor(() => expect(proxy.connections).toBeGreaterThan(before), { interval: 20 });
    const beganAt = performance.now();
    await vi.waitFor(() => expect(proxy.connections).toBeGreaterThan(before + 2), {
      interval: 20,
      timeout: patient(10_000),
    });
    expect(performance.now() - beganAt).toBeLessThan(4_500);
  } finally {
    proxy.set('pass');
    await held.close();
  }
});

it('does not mistake a stall of its own process or machine for a silent database', {
  tags: ['long'],
}, async () => {
  const watcher = { onSilence: vi.fn(), onAnswer: vi.fn() };
  const held = await hold({ prepare: async () => {}, watcher });
  try {
    const pid = await getPid(held as unknown as pg.Client);
    // A check just before the standstill is answered some time after it.
    proxy.set('slow');
    for (let stall = 0; stall < 2; stall++) {
      // One or two checks between the stalls.
      await delay(700);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100);
    }
    await delay(700);
    expect(watcher.onSilence).not.toHaveBeenCalled();
    expect(await getPid(held as unknown as pg.Client)).toBe(pid);
  } finally {
    proxy.set('pass');
    await held.close();
  }
});

it('detects silence within two seconds, even in a busy process', {
  tags: ['long'],
}, async () => {
  const watcher = { onSilence: vi.fn(), onAnswer: vi.fn() };
  const held = await hold({ prepare: async () => {}, watcher });
  // Each turn of the event loop takes a while.
  const busy = setInterval(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100), 1);
  try {
    // First lets it check a few times.
    await delay(500);
    const began = performance.now();
    proxy.set('freeze');
    await vi.waitFor(() => expect(watcher.onSilence).toHaveBeenCalled(), { interval: 20 });
    expect(performance.now() - began).toBeLessThan(patient(2_000));
  } finally {
    clearInterval(busy);
    proxy.set('pass');
    await held.close();
  }
});
