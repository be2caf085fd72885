// SPDX-License-Identifier: Apache-2.0

import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../contract/endpoint.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { stubServer, textCall } from '../../../tests/support/stub-server.ts';
import { mount } from './route.ts';
import { createHttpServer } from './server.ts';

const text = (path: string) => textCall(path, 'public');
const db = openTestDatabase();
let app: Awaited<ReturnType<typeof createHttpServer>>;

beforeAll(async () => {
  app = await createHttpServer({ ...stubServer, db, trustProxy: [] });
  mount(app, text('/long'), () => 'x'.repeat(5000), { isLong: true });
  mount(app, text('/long-but-short'), () => 'x'.repeat(2_000), { isLong: true });
  mount(app, text('/short'), () => 'x'.repeat(5000));
  const taking = { method: 'POST', path: '/taking', access: 'public', summary: 'Taking' } as const;
  mount(app, endpoint({ ...taking, body: z.object({ text: z.string() }), data: z.string() }), () => 'taken');
});
afterAll(async () => {
  await app.close();
});

it.each([
  ['/long', 'br'],
  ['/long-but-short', undefined],
  ['/short', undefined],
])('sends %s as %s', async (url, encoding) => {
  const { headers } = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect(headers['content-encoding']).toBe(encoding);
});

it('sends no form that is not smaller', async () => {
  const { headers } = await app.inject({ url: '/long', headers: { 'accept-encoding': 'deflate' } });
  expect(headers['content-encoding']).toBeUndefined();
});

it('refuses a compressed body', async () => {
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
  const answer = await app.inject({
    method: 'POST',
    url: '/taking',
    headers,
    payload: gzipSync('{"text":"x"}'),
  });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed_request']);
});
