// SPDX-License-Identifier: Apache-2.0

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const program = new URL('../../../tests/support/full-members.ts', import.meta.url);

let members: ChildProcess;
let port: number;
const warnings: string[] = [];
beforeAll(async () => {
  members = fork(program, { execArgv: [] });
  await new Promise<void>((resolve) => {
    members.on('message', (message: { port?: number; warned?: string }) => {
      if (message.warned !== undefined) warnings.push(message.warned);
      if (message.port === undefined) return;
      port = message.port;
      resolve();
    });
  });
});
afterAll(async () => {
  const ended = once(members, 'exit');
  members.disconnect();
  await ended;
});

const open = (): Socket => connect(port, '127.0.0.1').on('error', () => {});

it('turns away at once whom no process has room for, and says so', async () => {
  const [first, second] = [open(), open()];
  await Promise.all([once(first, 'connect'), once(second, 'connect')]);
  const refused = [open(), open(), open(), open()];
  await vi.waitFor(() => expect(refused.every(({ closed }) => closed)).toBe(true));
  expect([first.closed, second.closed]).toEqual([false, false]);
  await vi.waitFor(() => expect(warnings).toContain('there are as many connections as fit'));
  for (const socket of [first, second]) socket.destroy();
});
