// SPDX-License-Identifier: Apache-2.0

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Endpoint, endpoint, id } from '../../../contract/endpoint.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { callerId, stubServer, textCall } from '../../../tests/support/stub-server.ts';
import { holdingCallers } from '../db/caller.ts';
import { refuse } from '../refusal.ts';
import { mount } from './route.ts';
import { createHttpServer } from './server.ts';

const open = endpoint({
  method: 'POST',
  path: '/open/:id',
  access: 'public',
  summary: 'Echo',
  message: ({ text }) => `Echoed ${text.length}`,
  params: z.object({ id }),
  query: z.object({ times: z.coerce.number().int().min(1).default(1) }),
  body: z.object({ name: z.string().trim().min(1, 'Please enter a name') }),
  data: z.object({ text: z.string() }),
  refusals: ['not_found'],
});
const own = textCall('/own', 'signed-in');
const admin = textCall('/admin', 'users:read');
const once = endpoint({
  method: 'POST',
  path: '/once',
  access: 'signed-in',
  idempotent: true,
  summary: 'Once',
  data: z.string(),
});
const wrong = textCall('/wrong', 'public');

describe('a mounted endpoint', () => {
  const db = openTestDatabase();
  let app: Awaited<ReturnType<typeof createHttpServer>>;
  const answered: string[] = [];

  beforeAll(async () => {
    app = await createHttpServer({ ...stubServer, db });
    app.addHook('onResponse', async ({ url }) => void answered.push(url));
    mount(app, open, ({ body, query, params }) => {
      if (body.name === 'nobody') return refuse('not_found');
      return { text: `${body.name.repeat(query.times)} ${params.id}` };
    });
    mount(app, own, ({ player }) => player.id);
    mount(app, admin, () => 'yes');
    mount(app, once, ({ idempotencyKey }) => idempotencyKey);
    mount(app, wrong, () => 7 as never);
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
  });

  const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  const get = (url: string, token?: string) =>
    app.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} });

  it('decodes the input and wraps the result', async () => {
    const response = await post(`/open/${callerId}?times=2`, { name: ' ab ' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ message: 'Echoed 41', data: { text: `abab ${callerId}` } });
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it.each([
    ['an invalid body', { name: ' ' }, 400, 'invalid_request'],
    ['a body that is not JSON', '{', 400, 'malformed_request'],
    ['a body that is too large', { name: 'x'.repeat(70_000) }, 413, 'too_large'],
    ['an unknown object', { name: 'nobody' }, 404, 'not_found'],
  ])('refuses %s', async (_, payload, status, code) => {
    const response = await post(`/open/${callerId}`, payload);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ code });
    expect(response.json().message).toBeTruthy();
  });

  it('reports the field and its fault', async () => {
    const response = await post(`/open/${callerId}`, { name: '' });
    expect(response.json().message).toContain('Please enter a name');
    expect(response.json().data.issues).toEqual([{ path: 'name', message: 'Please enter a name' }]);
  });

  it('refuses another media type', async () => {
    const response = await post(`/open/${callerId}`, 'name=x', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(response.json()).toMatchObject({ code: 'unsupported_media_type' });
    expect(response.statusCode).toBe(415);
  });

  it('distinguishes a missing token, an ended session and a missing permission', async () => {
    expect((await get('/own')).json()).toMatchObject({
      code: 'not_signed_in',
      message: 'Authentication token not found.',
    });
    expect((await get('/own', 'old')).json()).toMatchObject({ code: 'session_ended' });
    expect((await get('/own', 'player')).json()).toEqual({ message: 'OK', data: callerId });
    expect((await get('/admin', 'player')).statusCode).toBe(403);
    expect((await get('/admin', 'admin')).statusCode).toBe(200);
  });

  it('accepts an idempotency key, or makes a new one per call', async () => {
    const send = async (key?: string) => {
      const headers = {
        authorization: 'Bearer player',
        ...(key !== undefined && { 'idempotency-key': key }),
      };
      return (await app.inject({ method: 'POST', url: '/once', headers })).json();
    };
    expect((await send('key-12345')).data).toBe('key-12345');
    const oneOffs = [await send(), await send()].map(({ data }) => data);
    expect(new Set(oneOffs).size).toBe(2);
    for (const key of oneOffs) expect(key).toMatch(/^[0-9a-f-]{36}$/);
    for (const wrong of ['short', 'with a blank', '']) {
      expect(await send(wrong)).toMatchObject({ code: 'malformed_idempotency_key' });
    }
  });

  it.each([
    ['of type JSON', { 'content-type': 'application/json' }],
    ['without a type', {}],
  ])(
    'accepts an empty body %s when none is required, and otherwise reports missing fields',
    async (_, type) => {
      const send = (url: string) =>
        app.inject({ method: 'POST', url, headers: { authorization: 'Bearer player', ...type } });
      expect((await send('/once')).statusCode).toBe(200);
      const { issues } = (await send(`/open/${callerId}`)).json().data;
      expect(issues.map(({ path }: { path: string }) => path)).toEqual(['name']);
    },
  );

  it('never sends an answer that violates the contract', async () => {
    const response = await get('/wrong');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({ message: 'Something went wrong', code: 'internal' });
  });

  it('sends exactly the documented headers', async () => {
    const { headers } = await get('/own', 'player');
    await vi.waitFor(() => expect(answered).toContain('/own'));
    expect(headers).toEqual({
      'cache-control': 'no-store',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'content-type': 'application/json; charset=utf-8',
      'content-length': '62',
      date: expect.any(String),
      connection: 'keep-alive',
    });
  });

  it('makes a change in the name of its caller, with the required access only', async () => {
    const seen: unknown[] = [];
    const held = holdingCallers(db, async (_tx, caller) => void seen.push(caller));
    const changing = await createHttpServer({ ...stubServer, db });
    const change = (path: string, access: Endpoint['access']) =>
      endpoint({ method: 'POST', path, access, summary: path, data: z.string() });
    const work = () => held.transaction(async () => 'done');
    mount(changing, change('/as-player', 'signed-in'), work);
    mount(changing, change('/as-admin', 'users:read'), work);
    mount(changing, change('/deciding', 'users:read'), work, { decidesAuthority: true });
    mount(changing, change('/as-nobody', 'public'), work);
    mount(changing, own, work);
    const headers = { authorization: 'Bearer admin' };
    for (const url of ['/as-player', '/as-admin', '/deciding', '/as-nobody', '/own']) {
      const method = url === '/own' ? 'GET' : 'POST';
      const answer = await changing.inject({ method, url, headers, remoteAddress: '192.0.2.7' });
      expect(answer.json().data).toBe('done');
    }
    const caller = { playerId: callerId, address: '192.0.2.7' };
    expect(seen).toEqual([
      { ...caller, access: 'signed-in' },
      { ...caller, access: 'users:read' },
      { ...caller, access: null },
    ]);
    await changing.close();
  });

  it('requires https from browsers when served over it', async () => {
    const secure = await createHttpServer({ ...stubServer, db, https: true });
    expect((await secure.inject('/none')).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    );
    await secure.close();
  });

  it('sets timeouts for slow requests and idle connections', () => {
    expect(app.initialConfig).toMatchObject({
      bodyLimit: 65_536,
      requestTimeout: 30_000,
      connectionTimeout: 30_000,
      keepAliveTimeout: 72_000,
      forceCloseConnections: 'idle',
      routerOptions: { maxParamLength: 200 },
    });
    expect(app.server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 30_000, timeout: 30_000 });
  });

  it('skips the second factor unless required, and checks it before any work', async () => {
    const demandFactor = (_player: unknown, { path }: { path: string }) =>
      path === '/admin' ? refuse('second_factor_required') : undefined;
    const strict = await createHttpServer({ ...stubServer, db, demandFactor });
    mount(strict, own, () => 'own');
    mount(strict, admin, () => 'never');
    const ask = async (url: string) => {
      const answer = await strict.inject({ url, headers: { authorization: 'Bearer admin' } });
      return answer.json().data ?? answer.json().code;
    };
    expect([await ask('/own'), await ask('/admin')]).toEqual(['own', 'second_factor_required']);
    await strict.close();
  });

  it('accepts a longer body on request', async () => {
    const taking = await createHttpServer({ ...stubServer, db });
    mount(taking, open, () => ({ text: '' }), { maxBytes: 70_000 });
    const send = async (length: number) =>
      (
        await taking.inject({
          method: 'POST',
          url: `/open/${callerId}`,
          payload: { name: 'x'.repeat(length) },
        })
      ).statusCode;
    expect([await send(69_000), await send(70_001)]).toEqual([200, 413]);
    await taking.close();
  });
});
