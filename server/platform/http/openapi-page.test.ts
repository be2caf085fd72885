// SPDX-License-Identifier: Apache-2.0

import { get } from 'node:http';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeApi } from './openapi.ts';

const app = fastify();
beforeAll(async () => {
  describeApi(app, { title: 'Brand', version: '1.2.3', url: 'https://play.test' });
  app.get('/plain', () => 'Plain');
  await app.ready();
});
afterAll(() => app.close());

it('shows the document to people', async () => {
  const { statusCode, body } = await app.inject({ url: '/api/docs/' });
  expect([statusCode, body]).toEqual([200, expect.stringContaining('<html')]);
});

it('answers addresses that lead out of its page by dots', async () => {
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const toStatus = (path: string) =>
    new Promise((resolve, reject) => {
      // fetch would resolve the dots itself.
      const request = get({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      request.on('error', reject);
    });
  for (const path of ['/api/docs/../../plain', '/api/docs/%2e%2e/%2e%2e/plain', '/api/docs/nothing']) {
    expect([path, await toStatus(path)]).toEqual([path, 404]);
  }
});
