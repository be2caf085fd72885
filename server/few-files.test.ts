// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../tests/support/database.ts';
import { type RunningApp, startApp } from '../tests/support/e2e/app.ts';

const clients = 400;
/** Longer than any of the process's check intervals. */
const crowdLastsMs = 3_000;

let test: TestDatabase;
let app: RunningApp;
let output = '';
beforeAll(async () => {
  test = await createTestDatabase();
  app = await startApp({ maxOpenFiles: 256, env: { DATABASE_URL: test.url, SANDBOX: '1' } });
  for (const stream of [app.process.stdout, app.process.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
});
afterAll(async () => {
  await app.stop();
  await test.drop();
});

interface Client {
  socket: Socket;
  statuses: number[];
}

/** A client that repeats its request after each answer, until its connection ends. */
function ask(path: string, statuses: number[]): Client {
  const request = `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(request));
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      const status = /^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1];
      if (!status) return;
      statuses.push(Number(status));
      socket.write(request);
    });
  return { socket, statuses };
}

it('survives more connections than its limit of open files, and serves connections within it', async () => {
  const paths = ['/api/v1/config', '/api/docs', '/readyz', '/healthz'];
  const crowd: Client[] = [];
  const until = performance.now() + crowdLastsMs;
  while (performance.now() < until) {
    // Refused clients reconnect, so the number of clients stays constant.
    for (let place = 0; place < clients; place++) {
      const client = crowd[place];
      if (client && !client.socket.destroyed) continue;
      crowd[place] = ask(paths[place % paths.length] as string, client?.statuses ?? []);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(app.process.exitCode, output).toBeNull();
  }
  const statuses = new Set(crowd.flatMap((client) => client.statuses));
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(statuses).toContain(200);
  await Promise.all(
    crowd.map(({ socket }) => (socket.destroyed ? undefined : once(socket.destroy(), 'close'))),
  );
  await vi.waitFor(async () => expect((await fetch(`${app.url}/readyz`)).status).toBe(200));
  expect(output).not.toContain('EMFILE');
});
