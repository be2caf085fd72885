import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../contract/endpoint.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { createLogger } from '../log.ts';
import { mount } from './route.ts';
import { createHttpServer } from './server.ts';

const text = (path: string) =>
  endpoint({ method: 'GET', reads: 'now', path, access: 'public', summary: 'Text', data: z.string() });
let test: TestDatabase;
let db: Database;
let app: Awaited<ReturnType<typeof createHttpServer>>;

beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url);
  app = await createHttpServer({
    db,
    log: createLogger('silent'),
    authenticate: async () => undefined,
    trustProxy: [],
    rateLimitPerMinute: 1000,
    maxCallWaitMs: 60_000,
    https: false,
  });
  mount(app, text('/long'), () => 'x'.repeat(5000), { isLong: true });
  mount(app, text('/long-but-short'), () => 'x', { isLong: true });
  mount(app, text('/short'), () => 'x'.repeat(5000));
  const taking = { method: 'POST', path: '/taking', access: 'public', summary: 'Taking' } as const;
  mount(app, endpoint({ ...taking, body: z.object({ text: z.string() }), data: z.string() }), () => 'taken');
});
afterAll(async () => {
  await app.close();
  await db.close();
  await test.drop();
});

it.each([
  ['/long', 'br'],
  ['/long-but-short', undefined],
  ['/short', undefined],
])('%s is sent as %s', async (url, encoding) => {
  const { headers } = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect(headers['content-encoding']).toBe(encoding);
});

it('takes no body that is compressed', async () => {
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
  const answer = await app.inject({
    method: 'POST',
    url: '/taking',
    headers,
    payload: gzipSync('{"text":"x"}'),
  });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed_request']);
});
