// SPDX-License-Identifier: Apache-2.0

import fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import type { LiveHub } from './hub.ts';
import { liveRoutes } from './routes.ts';

const session = {
  id: '0190a0a0-0000-7000-8000-00000000000a',
  sessionId: 'one',
  role: 'USER',
  permissions: new Set<never>(),
  held: new Set<never>(),
  secondFactor: { isEnrolled: false, confirmedAt: null },
};

it('ends the stream of an expired session, and none after a failed look-up', async () => {
  let looks = 0;
  const lookUp = vi.fn<(tokens: readonly string[]) => Promise<Set<string>>>(async (tokens) => {
    looks++;
    return new Set(tokens);
  });
  const app = fastify();
  liveRoutes(app, {
    hub: { join: () => () => {}, beginning: async () => ({ newestId: 0, quietMs: 0 }) } as unknown as LiveHub,
    listener: { on: () => () => {}, onReconnect: () => {} } as never,
    authenticate: async () => session,
    findSignedIn: lookUp,
    sessionCheckMs: 20,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const { body } = await fetch(`${url}/live`, { headers: { authorization: 'Bearer mine' } });
  let read = '';
  let hasEnded = false;
  const reading = (async () => {
    for await (const chunk of body ?? []) read += Buffer.from(chunk).toString();
    hasEnded = true;
  })();
  await vi.waitFor(() => expect(looks).toBeGreaterThan(1));
  lookUp.mockImplementation(async () => {
    looks++;
    throw new Error('no database');
  });
  const before = looks;
  await vi.waitFor(() => expect(looks).toBeGreaterThan(before + 1));
  expect([hasEnded, lookUp.mock.lastCall]).toEqual([false, [['mine']]]);
  lookUp.mockImplementation(async () => new Set());
  await reading;
  expect(read.trimEnd()).toMatch(/event: signedOut\ndata: \{\}$/);
  await app.close();
});
