// SPDX-License-Identifier: Apache-2.0

import { get } from 'node:http';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inlineReferences } from '../../../tests/support/inline-references.ts';
import { describeApi, documentedRefusal } from './openapi.ts';

const app = fastify();
beforeAll(async () => {
  describeApi(app, { title: 'Brand', version: '1.2.3', url: 'https://play.test' });
  app.get('/plain', () => 'Plain');
  app.setNotFoundHandler((_request, reply) => reply.code(404).send('Nothing here'));
  const response = { 404: documentedRefusal('Not there'), 429: documentedRefusal('Too many') };
  app.get('/api/v1/things/:id', { config: { documented: { response } } }, () => 'A thing');
  app.get('/of/api/v1/others', () => 'Others');
  await app.ready();
});
afterAll(() => app.close());

it('shows the API document as a page', async () => {
  const { statusCode, body } = await app.inject({ url: '/api/docs/' });
  expect([statusCode, body]).toEqual([200, expect.stringContaining('<html')]);
});

it('answers addresses that leave its folder by dots with 404', async () => {
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const ask = (path: string) =>
    new Promise((resolve, reject) => {
      // fetch would resolve the dots itself.
      const request = get({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
        answer.resume();
        // Whether this connection stays open; the page's own does not count.
        resolve([answer.statusCode, answer.headers.connection]);
      });
      request.on('error', reject);
    });
  for (const path of ['/api/docs/../../plain', '/api/docs/%2e%2e/%2e%2e/plain', '/api/docs/nothing']) {
    expect([path, await ask(path)]).toEqual([path, [404, 'close']]);
  }
  expect(await ask('/api/docs/')).toEqual([200, 'close']);
});

it('shows all calls collapsed, with a filter and under its own name', async () => {
  const read = async (url: string) => (await app.inject({ url: `/api/docs/${url}` })).body;
  expect(await read('')).toContain('<title>Brand API</title>');
  expect(await read('')).toContain('theme/page.css');
  expect(await read('static/theme/page.css')).toBe('.swagger-ui .topbar { display: none; }');
  expect(await read('static/swagger-initializer.js')).toContain('"docExpansion":"none","filter":true');
});

it('describes itself, and omits itself and missing routes', async () => {
  const document = await app.inject('/api/v1/openapi.json');
  expect(document.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(Object.keys(document.json().paths)).toEqual(['/plain', '/api/v1/things/{id}', '/of/api/v1/others']);
  const none = await app.inject('/api/docs/nothing');
  expect([none.statusCode, none.body]).toEqual([404, 'Nothing here']);
});

it('groups calls by the first part of their address, and documents their headers', async () => {
  const document = (await app.inject('/api/v1/openapi.json')).json();
  const { paths, components } = inlineReferences(document);
  const tags = ['/api/v1/things/{id}', '/of/api/v1/others', '/plain'].map((path) => paths[path].get.tags);
  expect(tags).toEqual([['things'], ['installation'], ['installation']]);
  expect(components.headers).toMatchObject({
    'X-Request-Id': { description: 'Identifies the request in the logs of the installation' },
    'Retry-After': { description: 'Seconds to wait before you retry, if known' },
  });
  const { responses } = paths['/api/v1/things/{id}'].get;
  const headersOf = (status: number) => Object.keys(responses[status].headers).sort();
  expect([headersOf(404), headersOf(429)]).toEqual([['X-Request-Id'], ['Retry-After', 'X-Request-Id']]);
});
