// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { type FaultProxy, startFaultProxy } from '../../../tests/support/fault-proxy.ts';
import { patient } from '../../../tests/support/patience.ts';

let proxy: FaultProxy | undefined;
let test: TestApp;
let token: string;
beforeAll(async () => {
  test = await startTestApp({
    through: async (url) => {
      proxy = await startFaultProxy(url);
      return proxy.url;
    },
  });
  const { id } = await createPlayer(test.db);
  token = await test.signIn(id);
});
afterEach(() => {
  proxy?.set('pass');
  proxy?.endDead();
});
afterAll(async () => {
  await test.close();
  await proxy?.close();
});

const profile = async () => {
  const answer = await test.call({ url: '/auth/get-profile', token });
  return { status: answer.statusCode, code: answer.json().code };
};
const ready = async () => {
  const from = performance.now();
  const answer = await test.app.http.inject({ url: '/readyz' });
  return { ...answer.json(), status: answer.statusCode, ms: performance.now() - from };
};

it('answers a call whose database connection breaks with 503, never with 500', async () => {
  for (let round = 0; round < 20; round++) {
    const calls = [profile(), profile(), profile()];
    const torn = delay(round).then(() => proxy?.tear());
    for (const answer of await Promise.all(calls)) {
      expect([200, 503]).toContain(answer.status);
      if (answer.status === 503) expect(answer.code).toBe('unavailable');
    }
    await torn;
  }
  await vi.waitFor(async () => expect(await profile()).toMatchObject({ status: 200 }));
});

it("reports the database's state at /readyz quickly, while it is silent and afterwards", {
  tags: ['long'],
}, async () => {
  await vi.waitFor(async () => expect(await ready()).toMatchObject({ status: 200, listening: true }));
  proxy?.set('blackhole');
  await vi.waitFor(async () => expect(await ready()).toMatchObject({ status: 503, database: false }));
  const told = await ready();
  expect(told).toMatchObject({ status: 503, database: false, listening: false });
  expect(told.ms).toBeLessThan(patient(1_500));
  expect((await profile()).status).toBe(503);
  // The balancer keeps sending calls, so that players get an explanation: the status page, and errors with a time to
  // retry.
  const { http } = test.app;
  expect((await http.inject({ url: '/readyz?exclude=database' })).statusCode).toBe(200);
  expect((await test.call({ url: '/status' })).statusCode).toBe(200);
  proxy?.set('pass');
  await vi.waitFor(async () => expect(await profile()).toMatchObject({ status: 200 }));
  await vi.waitFor(async () => expect(await ready()).toMatchObject({ status: 200, listening: true }));
});
