// SPDX-License-Identifier: Apache-2.0

import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import sql from 'sql-template-tag';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Access, endpoint } from '../../../contract/endpoint.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { stubServer } from '../../../tests/support/stub-server.ts';
import type { Listener } from '../listen.ts';
import { createLogger } from '../log.ts';
import { refuse } from '../refusal.ts';
import { traceBy } from '../tracing.ts';
import type { Answered } from './answered.ts';
import type { SessionPlayer } from './authentication.ts';
import { cachedAnswer } from './cached-answer.ts';
import { mount } from './route.ts';
import { createHttpServer, type HttpServerDeps } from './server.ts';

const db = openTestDatabase();
const player: SessionPlayer = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  sessionId: '0190a0a0-0000-7000-8000-000000000001',
  role: 'USER',
  permissions: new Set(),
  held: new Set(),
  secondFactor: { isEnrolled: false, confirmedAt: null },
};
const toList = (access: Access) =>
  endpoint({
    method: 'GET',
    path: '/list',
    access,
    summary: 'A list',
    message: 'Here',
    data: z.string(),
  });

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server with one list that is the same for everyone, and a count of the calls that reached Fastify. */
async function serve(deps: Partial<HttpServerDeps> = {}, access: Access = 'signed-in') {
  await db.run(sql`delete from rate_limit_windows`);
  const sessions = new Map([['player', player]]);
  /** Tokens whose session was looked up in the database. */
  const lookedUp: string[] = [];
  const app = await createHttpServer({
    ...stubServer,
    authenticate: (token, _isUse, isCachedOnly) => {
      const known = sessions.get(token);
      if (!known && !isCachedOnly) lookedUp.push(token);
      return known ?? (isCachedOnly ? undefined : Promise.resolve(token === 'uncached' ? player : undefined));
    },
    db,
    ...deps,
  });
  let text = 'x'.repeat(3_000);
  let forget = () => {};
  const listener = {
    connected: true,
    on: (_channel: string, handler: () => void) => {
      forget = handler;
    },
    onReconnect() {},
  };
  const list = toList(access);
  let throughFastify = 0;
  const answered: Answered[] = [];
  app.addHook('onRequest', (_request, _reply, done) => {
    throughFastify++;
    done();
  });
  app.onAnswered((answer) => answered.push(answer));
  const read = async () => text;
  mount(
    app,
    list,
    cachedAnswer(list, { listener: listener as unknown as Listener, channels: ['list'], read }),
  );
  closing.push(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  async function ask(headers: Record<string, string> = {}, url = '/list', method = 'GET') {
    const sent = { authorization: 'Bearer player', 'accept-encoding': 'identity', ...headers };
    const before = throughFastify;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = get(
        { host: '127.0.0.1', port, path: url, method, headers: sent, agent: false },
        resolve,
      );
      request.on('error', reject);
    });
    const body = await buffer(answer);
    return { answer, body, status: answer.statusCode, wentThroughFastify: throughFastify > before };
  }
  const change = (next: string) => {
    text = next;
    forget();
  };
  return { ask, change, app, listener, sessions, lookedUp, answered };
}

it.each([
  ['short', 10],
  ['long', 8_000],
  ['very long', 40_000],
])('returns a %s non-Latin list byte for byte', async (_what, length) => {
  const { ask, change } = await serve();
  for (const encoding of ['identity', 'br']) {
    const headers = { 'accept-encoding': encoding };
    change('é“🎮日'.repeat(length / 10));
    const first = await ask(headers);
    await ask(headers);
    const second = await ask(headers);
    expect([first.wentThroughFastify, second.wentThroughFastify]).toEqual([true, false]);
    expect(second.body.equals(first.body)).toBe(true);
    expect(second.answer.headers['content-length']).toBe(String(second.body.length));
  }
});

it.each(['identity', 'gzip', 'br'])('answers in %s like Fastify, and counts it', async (encoding) => {
  const { ask, answered } = await serve();
  const headers = { 'accept-encoding': encoding };
  const first = await ask(headers);
  // Only the first call waits for compression.
  await ask(headers);
  const second = await ask(headers);
  expect([first.wentThroughFastify, second.wentThroughFastify]).toEqual([true, false]);
  const { date: _d1, 'x-request-id': id, ...said } = second.answer.headers;
  const { date: _d2, 'x-request-id': otherId, ...expected } = first.answer.headers;
  expect(said).toEqual(expected);
  expect(said.connection).toBe('close');
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(id).not.toBe(otherId);
  expect(second.body.equals(first.body)).toBe(true);
  expect(answered.at(-1)).toEqual({
    method: 'GET',
    route: '/list',
    status: 200,
    seconds: expect.any(Number),
  });
  // Seconds since the call began.
  expect(Math.abs(answered.at(-1)?.seconds ?? Number.NaN)).toBeLessThan(1);
  expect(answered).toHaveLength(3);
});

it('never returns an outdated list', async () => {
  const { ask, change, listener } = await serve();
  await ask();
  change('new');
  const next = await ask();
  expect([next.wentThroughFastify, JSON.parse(next.body.toString()).data]).toEqual([true, 'new']);
  expect((await ask()).wentThroughFastify).toBe(false);
  listener.connected = false;
  expect((await ask()).wentThroughFastify).toBe(true);
});

it('leaves all other calls to Fastify', async () => {
  const { ask, sessions, lookedUp } = await serve();
  await ask();
  expect(await ask({}, '/list?a=1')).toMatchObject({ status: 200, wentThroughFastify: true });
  expect(await ask({}, '/list', 'HEAD')).toMatchObject({ status: 200, wentThroughFastify: true });
  expect(await ask({}, '/list', 'POST')).toMatchObject({ status: 404, wentThroughFastify: true });
  expect(await ask({}, '/lists')).toMatchObject({ status: 404, wentThroughFastify: true });
  expect(await ask({ authorization: 'Bearer uncached' })).toMatchObject({
    status: 200,
    wentThroughFastify: true,
  });
  expect(await ask({ authorization: 'Bearer gone' })).toMatchObject({
    status: 401,
    wentThroughFastify: true,
  });
  expect(await ask({ authorization: '' })).toMatchObject({ status: 401, wentThroughFastify: true });
  expect((await ask()).wentThroughFastify).toBe(false);
  expect(lookedUp).toEqual(['uncached', 'gone']);
  sessions.delete('player');
  expect(await ask()).toMatchObject({ status: 401, wentThroughFastify: true });
});

it('lets Fastify refuse a caller without the permission or second factor', async () => {
  const forbidden = await serve({}, 'users:read');
  forbidden.sessions.set('admin', { ...player, held: new Set(['users:read']) });
  const asAdmin = () => forbidden.ask({ authorization: 'Bearer admin' });
  await asAdmin();
  expect(await asAdmin()).toMatchObject({ status: 200, wentThroughFastify: false });
  expect(await forbidden.ask()).toMatchObject({ status: 403, wentThroughFastify: true });
  let isDemanded = false;
  const strict = await serve({
    demandFactor: () => (isDemanded ? refuse('second_factor_required') : undefined),
  });
  await strict.ask();
  isDemanded = true;
  expect(await strict.ask()).toMatchObject({ status: 403, wentThroughFastify: true });
});

it("counts each call towards the address's rate limit", async () => {
  const max = 20;
  const { ask } = await serve({ rateLimitPerMinute: max });
  const asked = [];
  for (let call = 0; call < max + 2; call++) asked.push(await ask());
  expect(asked.map(({ status }) => status)).toEqual([...Array(max).fill(200), 429, 429]);
});

it('counts by the address a trusted proxy reports', async () => {
  const { ask } = await serve({ rateLimitPerMinute: 200, trustProxy: 1 });
  const from = (address: string) => ask({ 'x-forwarded-for': address, 'x-request-id': 'of-the-proxy' });
  await from('192.0.2.1');
  const again = await from('192.0.2.1');
  expect([again.wentThroughFastify, again.answer.headers['x-request-id']]).toEqual([false, 'of-the-proxy']);
  // Another address has no lease yet.
  expect((await from('192.0.2.2')).wentThroughFastify).toBe(true);
});

it('closes connections while the process is about to stop', async () => {
  let isStopping = false;
  const { ask } = await serve({ stopping: () => isStopping });
  await ask();
  isStopping = true;
  expect((await ask()).wentThroughFastify).toBe(true);
});

it('leaves lists to Fastify while calls are traced', async () => {
  const { ask } = await serve();
  await ask();
  traceBy({ begin: () => ({ tell() {}, end() {} }) } as never);
  const traced = await ask();
  traceBy(undefined);
  const untraced = await ask();
  expect([traced.wentThroughFastify, untraced.wentThroughFastify]).toEqual([true, false]);
});

it('leaves lists to Fastify once the server starts to close', async () => {
  const { app, ask } = await serve();
  await ask();
  const begun = Promise.withResolvers<void>();
  const mayClose = Promise.withResolvers<void>();
  app.server.close = ((close) => (done?: () => void) => {
    begun.resolve();
    void mayClose.promise.then(() => close.call(app.server, done));
    return app.server;
  })(app.server.close);
  const closed = app.close();
  await begun.promise;
  expect((await ask()).status).toBe(503);
  mayClose.resolve();
  await closed;
});

it('leaves lists to Fastify when each call is logged', async () => {
  const log = createLogger('debug', { write() {} });
  const { ask } = await serve({ log });
  await ask();
  expect((await ask()).wentThroughFastify).toBe(true);
});

it('leaves failures to Fastify, and logs them once a minute', async () => {
  const said: string[] = [];
  const { ask, app } = await serve({ log: createLogger('error', { write: (line) => void said.push(line) }) });
  await ask();
  app.cachedLists.add({
    url: '/list',
    endpoint: toList('signed-in'),
    fromMemory() {
      throw new Error('broken');
    },
  });
  const now = vi.spyOn(performance, 'now');
  for (const [ms, times] of [
    [1_000, 1],
    [1_001, 1],
    [61_000, 1],
    [61_001, 2],
  ] as const) {
    now.mockReturnValue(ms);
    expect(await ask()).toMatchObject({ status: 200, wentThroughFastify: true });
    const line = { route: '/list', err: { message: 'broken' }, msg: 'could not answer from memory' };
    expect(said.map((text) => JSON.parse(text))).toMatchObject(Array(times).fill(line));
  }
});

it('serves public lists to anyone', async () => {
  const { ask } = await serve({}, 'public');
  await ask({ authorization: '' });
  expect(await ask({ authorization: '' })).toMatchObject({ status: 200, wentThroughFastify: false });
});

it('leaves lists to Fastify while it would add more to answers', async () => {
  const { ask, app } = await serve();
  await ask();
  expect((await ask()).wentThroughFastify).toBe(false);
  app.cachedLists.bypassWhile(() => true);
  expect((await ask()).wentThroughFastify).toBe(true);
});
