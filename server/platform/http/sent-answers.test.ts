// SPDX-License-Identifier: Apache-2.0

import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Endpoint, endpoint } from '../../../contract/endpoint.ts';
import { fileAnswer, hasTag, jsonText, toRawAnswer, wrapJson } from './answers.ts';
import { encodingFor } from './encodings.ts';
import { handleErrors } from './errors.ts';
import { mount } from './route.ts';
import { addAdmission } from './turns.ts';

const text = { method: 'GET', access: 'public', data: z.string() } as const;
const calls = {
  short: endpoint({ ...text, path: '/short', summary: 'Text' }),
  streamed: endpoint({ ...text, path: '/streamed', summary: 'Stream' }),
  formed: endpoint({ ...text, path: '/formed', summary: 'In several forms' }),
  saying: endpoint({ ...text, path: '/saying', summary: 'Success', saysSuccess: true, message: 'Done' }),
  key: endpoint({ ...text, path: '/key', summary: 'Key' }),
  failing: endpoint({ ...text, path: '/failing', summary: 'Fails' }),
  throwing: endpoint({ ...text, path: '/throwing', summary: 'Throws' }),
  own: endpoint({ ...text, path: '/own-file', summary: 'Own', file: 'application/zip' }),
  untold: endpoint({ ...text, path: '/untold', summary: 'No type' }),
  lasting: endpoint({ ...text, path: '/lasting', summary: 'Lasting', file: 'text/plain' }),
  zipped: endpoint({ ...text, path: '/zipped', summary: 'Zipped', file: 'text/plain' }),
  keyless: endpoint({ ...text, method: 'POST', path: '/keyless', summary: 'Key' }),
  optional: endpoint({
    ...text,
    method: 'POST',
    path: '/optional',
    summary: 'Nothing is asked for',
    body: z.object({ name: z.string().optional() }),
  }),
} satisfies Record<string, Endpoint>;

const content = () => Readable.from([Buffer.from('bytes')]);
let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('player', null);
  app.decorateReply('refusalCode', '');
  handleErrors(app);
  addAdmission(app, { maxInside: 1, maxWaitMs: 1_000 });
  app.addHook('onRequest', (request, _reply, done) => {
    request.turn = app.admission.newTurn();
    request.turn.take(() => done());
  });
  mount(app, calls.short, () => jsonText(wrapJson(calls.short, '"kept"')));
  mount(app, calls.streamed, () =>
    jsonText(Readable.from([Buffer.from('{"message":'), Buffer.from('"OK"}')])),
  );
  mount(app, calls.formed, ({ request }) =>
    encodingFor(request.headers['accept-encoding']) === 'gzip'
      ? jsonText(gzipSync('{}'), 'gzip')
      : jsonText('{}', 'identity'),
  );
  mount(app, calls.saying, () => 'so');
  mount(app, calls.key, ({ idempotencyKey }) => `[${idempotencyKey}]`);
  mount(app, calls.failing, () => Promise.reject(new Error('no')));
  mount(app, calls.throwing, () => {
    throw new Error('no');
  });
  const archive = () => fileAnswer({ name: 'a.zip', content: content(), bytes: 5 });
  mount(app, calls.own, archive);
  mount(app, calls.untold, archive);
  const lasting = (request: never, encoding: 'gzip' | 'identity') =>
    fileAnswer({ name: 'list', tag: 't1', encoding, content: hasTag(request, 't1') ? undefined : content() });
  mount(app, calls.lasting, ({ request }) => lasting(request as never, 'identity'));
  mount(app, calls.zipped, ({ request }) => lasting(request as never, 'gzip'));
  mount(app, calls.keyless, ({ idempotencyKey }) => idempotencyKey);
  mount(app, calls.optional, ({ body }) => JSON.stringify(body));
});
afterAll(() => app.close());

const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const json = 'application/json; charset=utf-8';

it('sends prepared JSON unchanged, with its content type', async () => {
  const short = await ask('/short');
  expect([short.body, short.headers['content-type']]).toEqual(['{"message":"OK","data":"kept"}', json]);
  const streamed = await ask('/streamed');
  expect([streamed.body, streamed.headers['content-type']]).toEqual(['{"message":"OK"}', json]);
  expect((await ask('/saying')).json()).toEqual({ message: 'Done', success: true, data: 'so' });
});

it('sends the encoding that the client accepts, and says so', async () => {
  const plain = await ask('/formed', { 'accept-encoding': 'deflate, gzip;q=0.0' });
  expect([plain.body, plain.headers.vary]).toEqual(['{}', 'accept-encoding']);
  expect(plain.headers).not.toHaveProperty('content-encoding');
  const zipped = await ask('/formed', { 'accept-encoding': 'gzip;q=0.5' });
  expect(zipped.headers).toMatchObject({
    'content-type': json,
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
  });
  expect(gunzipSync(zipped.rawPayload).toString()).toBe('{}');
  expect((await ask('/short')).headers).not.toHaveProperty('vary');
});

it('makes an idempotency key for each change, and none for reads', async () => {
  expect((await ask('/key', { 'idempotency-key': 'of the caller' })).json().data).toBe('[]');
  const { data } = (await app.inject({ method: 'POST', url: '/keyless' })).json();
  expect(data).toMatch(/^[0-9a-f-]{36}$/);
});

it('treats a missing body as an empty body', async () => {
  expect((await app.inject({ method: 'POST', url: '/optional' })).json().data).toBe('{}');
  const given = await app.inject({ method: 'POST', url: '/optional', payload: { name: 'x' } });
  expect(given.json().data).toBe('{"name":"x"}');
});

it.each(['/saying', '/own-file', '/failing', '/throwing'])('releases the admission of %s', async (url) => {
  await ask(url);
  expect([app.admission.inside, app.admission.waiting]).toEqual([0, 0]);
});

it('sends a file for its caller only, not cacheable', async () => {
  const { statusCode, headers, body } = await ask('/own-file');
  expect([statusCode, body]).toEqual([200, 'bytes']);
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="a.zip"',
    'content-length': '5',
    'cache-control': 'no-store',
  });
  expect((await ask('/untold')).headers['content-type']).toBe('application/octet-stream');
});

it('sends an immutable file with tag and cache headers', async () => {
  const first = await ask('/lasting');
  expect([first.statusCode, first.body]).toEqual([200, 'bytes']);
  expect(first.headers).toMatchObject({
    'content-type': 'text/plain',
    'content-disposition': 'attachment; filename="list"',
    etag: '"t1"',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect(first.headers).not.toHaveProperty('content-encoding');
  expect((await ask('/zipped')).headers['content-encoding']).toBe('gzip');
});

it.each([
  ['"t1"', 304],
  ['W/"t1"', 304],
  ['"other", "t1"', 304],
  ['"other" ,W/"t1"', 304],
  ['*', 304],
  ['"other"', 200],
  ['t1', 200],
  ['"W/t1"', 200],
])('recognizes by the tags %s whether the client has a file', async (tags, status) => {
  const { statusCode, body } = await ask('/lasting', { 'if-none-match': tags });
  expect([statusCode, body]).toEqual([status, status === 304 ? '' : 'bytes']);
});

it.each([
  [0, 'string'],
  [14 * 1024, 'string'],
  [14 * 1024 + 1, 'object'],
])('returns an answer of %i bytes as a %s', (bytes, kind) => {
  const { headers, content: sent } = toRawAnswer(jsonText('é'.repeat(bytes / 2) + 'x'.repeat(bytes % 2)));
  expect(typeof sent).toBe(kind);
  expect(Buffer.from(sent as string, 'latin1')).toHaveLength(bytes);
  expect(headers.slice(-2)).toEqual(['content-length', String(bytes)]);
});
