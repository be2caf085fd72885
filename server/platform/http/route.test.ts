import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint, id } from '../../../contract/endpoint.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { createLogger } from '../log.ts';
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
const own = endpoint({
  method: 'GET',
  reads: 'now',
  path: '/own',
  access: 'signed-in',
  summary: 'Own',
  data: z.string(),
});
const admin = endpoint({
  method: 'GET',
  reads: 'now',
  path: '/admin',
  access: 'users:read',
  summary: 'Admin',
  data: z.string(),
});
const once = endpoint({
  method: 'POST',
  path: '/once',
  access: 'signed-in',
  idempotent: true,
  summary: 'Once',
  data: z.string(),
});
const wrong = endpoint({
  method: 'GET',
  reads: 'now',
  path: '/wrong',
  access: 'public',
  summary: 'Wrong',
  data: z.string(),
});
const limited = endpoint({
  method: 'GET',
  reads: 'now',
  path: '/limited',
  access: 'public',
  summary: 'Limited',
  data: z.string(),
});

const anyId = '0190a0a0-0000-7000-8000-000000000001';

describe('mounted endpoints', () => {
  let test: TestDatabase;
  let db: Database;
  let app: Awaited<ReturnType<typeof createHttpServer>>;

  beforeAll(async () => {
    test = await createTestDatabase();
    db = openDatabase(test.url);
    app = await createHttpServer({
      db,
      log: createLogger('silent'),
      authenticate: async (token) =>
        token === 'player' || token === 'admin'
          ? {
              id: anyId,
              sessionId: anyId,
              role: 'USER',
              permissions: new Set(token === 'admin' ? (['users:read'] as const) : []),
              secondFactor: { isEnrolled: false, confirmedAt: null },
            }
          : undefined,
      trustProxy: 0,
      rateLimitPerMinute: 1000,
      maxCallWaitMs: 60_000,
      https: false,
    });
    mount(app, open, ({ body, query, params }) => {
      if (body.name === 'nobody') return refuse('not_found');
      return { text: `${body.name.repeat(query.times)} ${params.id}` };
    });
    mount(app, own, ({ player }) => player.id);
    mount(app, admin, () => 'yes');
    mount(app, once, ({ idempotencyKey }) => idempotencyKey);
    mount(app, wrong, () => 7 as never);
    mount(app, limited, () => 'yes', {
      limit: { name: 'limited', max: 2, windowSeconds: 60, by: 'address' },
    });
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
    await db.close();
    await test.drop();
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
    const response = await post(`/open/${anyId}?times=2`, { name: ' ab ' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ message: 'Echoed 41', data: { text: `abab ${anyId}` } });
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it.each([
    ['a body that breaks a rule', { name: ' ' }, 400, 'invalid_request'],
    ['a body that is not JSON', '{', 400, 'malformed_request'],
    ['a body that is too large', { name: 'x'.repeat(70_000) }, 413, 'too_large'],
    ['something that does not exist', { name: 'nobody' }, 404, 'not_found'],
  ])('refuses %s', async (_, payload, status, code) => {
    const response = await post(`/open/${anyId}`, payload);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ code });
    expect(response.json().message).toBeTruthy();
  });

  it('names the field and its fault', async () => {
    const response = await post(`/open/${anyId}`, { name: '' });
    expect(response.json().message).toContain('Please enter a name');
    expect(response.json().data.issues).toEqual([{ path: 'name', message: 'Please enter a name' }]);
  });

  it('refuses another media type', async () => {
    const response = await post(`/open/${anyId}`, 'name=x', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(response.json()).toMatchObject({ code: 'unsupported_media_type' });
    expect(response.statusCode).toBe(415);
  });

  it('tells a missing token from one that no longer counts, and a missing permission', async () => {
    expect((await get('/own')).json()).toMatchObject({
      code: 'not_signed_in',
      message: 'Authentication token not found.',
    });
    expect((await get('/own', 'old')).json()).toMatchObject({ code: 'session_ended' });
    expect((await get('/own', 'player')).json()).toEqual({ message: 'OK', data: anyId });
    expect((await get('/admin', 'player')).statusCode).toBe(403);
    expect((await get('/admin', 'admin')).statusCode).toBe(200);
  });

  it('takes an idempotency key or does without: then each call has one of its own', async () => {
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
    ['with the type of JSON', { 'content-type': 'application/json' }],
    ['without any type', {}],
  ])(
    'takes an empty body %s where nothing is asked for, and names what is missing elsewhere',
    async (_, type) => {
      const send = (url: string) =>
        app.inject({ method: 'POST', url, headers: { authorization: 'Bearer player', ...type } });
      expect((await send('/once')).statusCode).toBe(200);
      const { issues } = (await send(`/open/${anyId}`)).json().data;
      expect(issues.map(({ path }: { path: string }) => path)).toEqual(['name']);
    },
  );

  it('never sends an answer that breaks the contract', async () => {
    const response = await get('/wrong');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({ message: 'Something went wrong', code: 'internal' });
  });

  it('counts an exact limit and says how long to wait', async () => {
    expect((await get('/limited')).statusCode).toBe(200);
    expect((await get('/limited')).statusCode).toBe(200);
    const third = await get('/limited');
    expect(third.statusCode).toBe(429);
    expect(third.json().data.seconds).toBeGreaterThan(50);
  });

  it.each([
    [0, '127.0.0.1'],
    [1, '203.0.113.5'],
    [2, '198.51.100.7'],
    [['127.0.0.1', '203.0.113.0/24'], '198.51.100.7'],
  ])('behind proxies (%j) takes the address from them, not from the client', async (trustProxy, expected) => {
    const authenticate = async () => undefined;
    const log = createLogger('silent');
    const server = await createHttpServer({
      db,
      log,
      authenticate,
      trustProxy,
      rateLimitPerMinute: 1000,
      maxCallWaitMs: 60_000,
      https: false,
    });
    server.get('/ip', ({ ip }) => ip);
    const forged = { 'x-forwarded-for': '192.0.2.1, 198.51.100.7, 203.0.113.5' };
    expect((await server.inject({ url: '/ip', headers: forged })).body).toBe(expected);
    await server.close();
  });

  it('limits an address over all processes, and no sooner than it says', async () => {
    const make = () =>
      createHttpServer({
        db,
        log: createLogger('silent'),
        authenticate: async () => undefined,
        trustProxy: 1,
        rateLimitPerMinute: 100,
        maxCallWaitMs: 60_000,
        https: false,
      });
    const [first, second] = await Promise.all([make(), make()]);
    const ask = (server: typeof first) =>
      server.inject({ url: '/none', headers: { 'x-forwarded-for': '203.0.113.9' } });
    const statuses = await Promise.all(
      Array.from({ length: 120 }, (_, index) => ask(index % 2 ? first : second).then((r) => r.statusCode)),
    );
    const refused = statuses.filter((status) => status === 429).length;
    expect(refused).toBeGreaterThanOrEqual(20);
    expect(refused).toBeLessThanOrEqual(30);
    await Promise.all([first.close(), second.close()]);
  });
});
