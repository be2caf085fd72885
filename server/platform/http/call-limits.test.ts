// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { callerId, stubServer, textCall } from '../../../tests/support/stub-server.ts';
import { mount } from './route.ts';
import { createHttpServer } from './server.ts';

const own = textCall('/own', 'signed-in');
const db = openTestDatabase();
let app: Awaited<ReturnType<typeof createHttpServer>>;
beforeAll(async () => {
  app = await createHttpServer({ ...stubServer, db });
  mount(app, textCall('/limited', 'public'), () => 'yes', {
    limit: { name: 'limited', max: 2, windowSeconds: 60, by: 'address' },
  });
});
afterAll(() => app.close());

it('counts an exact limit by player when it is per player', async () => {
  const counting = await createHttpServer({ ...stubServer, db });
  const limit = { name: 'own', max: 1, windowSeconds: 60, by: 'player' } as const;
  mount(counting, own, ({ player }) => player.id, { limit });
  const ask = (token: string, remoteAddress: string) =>
    counting.inject({ url: '/own', remoteAddress, headers: { authorization: `Bearer ${token}` } });
  expect((await ask('player', '192.0.2.1')).statusCode).toBe(200);
  // Another session and another address of the same administrator.
  expect((await ask('admin', '192.0.2.2')).statusCode).toBe(429);
  expect(await db.rows(sql`select key, count from rate_limit_windows where key like 'own:%'`)).toEqual([
    { key: `own:${callerId}`, count: 2 },
  ]);
  await counting.close();
});

it('enforces an exact limit and returns the time to wait', async () => {
  expect((await app.inject('/limited')).statusCode).toBe(200);
  expect((await app.inject('/limited')).statusCode).toBe(200);
  const third = await app.inject('/limited');
  expect(third.statusCode).toBe(429);
  expect(third.json().data.seconds).toBeGreaterThan(50);
});

it.each([
  [0, '127.0.0.1'],
  [1, '203.0.113.5'],
  [2, '198.51.100.7'],
  [['127.0.0.1', '203.0.113.0/24'], '198.51.100.7'],
])('takes the address from trusted proxies (%j), not from the client', async (trustProxy, expected) => {
  const behind = await createHttpServer({ ...stubServer, db, trustProxy });
  behind.get('/ip', ({ ip }) => ip);
  const forged = { 'x-forwarded-for': '192.0.2.1, 198.51.100.7, 203.0.113.5' };
  expect((await behind.inject({ url: '/ip', headers: forged })).body).toBe(expected);
  await behind.close();
});

it.each([
  ['203.0.113.9:51442', 1, '203.0.113.9'],
  ['[2001:db8::1]:51442', 1, '2001:db8::1'],
  ['[2001:db8::1]', 1, '2001:db8::1'],
  ['2001:db8::1', 1, '2001:db8::1'],
  ['192.0.2.1, 198.51.100.7:80,203.0.113.5:51442', 2, '198.51.100.7'],
  ['198.51.100.7:4000, 203.0.113.5:51442', ['127.0.0.1', '203.0.113.0/24'], '198.51.100.7'],
  ['198.51.100.7:4000, x203.0.113.5:51442', 1, 'x203.0.113.5:51442'],
])('ignores a port that a proxy appends to the address (%s)', async (forwarded, trustProxy, expected) => {
  const behind = await createHttpServer({ ...stubServer, db, trustProxy });
  behind.get('/ip', ({ ip }) => ip);
  const address = await behind.listen({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(`${address}/ip`, { headers: { 'x-forwarded-for': forwarded } });
  expect(await answer.text()).toBe(expected);
  await behind.close();
});

it('limits an address across all processes, and not before the limit', async () => {
  const make = () => createHttpServer({ ...stubServer, db, trustProxy: 1, rateLimitPerMinute: 100 });
  const [first, second] = await Promise.all([make(), make()]);
  const ask = (http: typeof first) =>
    http.inject({ url: '/none', headers: { 'x-forwarded-for': '203.0.113.9' } });
  const statuses = await Promise.all(
    Array.from({ length: 120 }, (_, index) => ask(index % 2 ? first : second).then((r) => r.statusCode)),
  );
  const refused = statuses.filter((status) => status === 429).length;
  expect(refused).toBeGreaterThanOrEqual(20);
  expect(refused).toBeLessThanOrEqual(30);
  await Promise.all([first.close(), second.close()]);
});
