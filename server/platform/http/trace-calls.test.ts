// SPDX-License-Identifier: Apache-2.0

import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { refuse } from '../refusal.ts';
import { traceBy } from '../tracing.ts';
import { sendRefusal } from './errors.ts';
import { traceCalls } from './trace-calls.ts';

afterEach(() => traceBy(undefined));

/** The calls on spans, in order: begin, tell, end. */
async function traced(ask: (app: ReturnType<typeof fastify>) => Promise<unknown>, isTraced = true) {
  const seen: unknown[] = [];
  const span = {
    traceId: 't1',
    spanId: 's1',
    tell: (facts: object) => seen.push(['tell', facts]),
    end: (failure?: string) => seen.push(['end', failure]),
  };
  if (isTraced) traceBy({ begin: (...given: unknown[]) => seen.push(['begin', ...given]) && span } as never);
  const app = fastify({ genReqId: () => 'r1' });
  app.decorateReply('refusalCode', '');
  traceCalls(app);
  let after = 0;
  app.addHook('onResponse', async () => void after++);
  app.get('/things/:id', async () => 'thing');
  app.post('/things/:id', (_request, reply) => sendRefusal(reply, refuse('stock_empty')));
  app.get('/broken', (_request, reply) => reply.code(500).send('no'));
  app.get('/probe', { config: { isUnlimited: true } }, async () => 'lives');
  app.get('/api/live', async () => 'goes on');
  await ask(app);
  await app.close();
  expect(after).toBeGreaterThan(0);
  return seen;
}

const facts = (method: string, route: string) => ({
  'http.request.method': method,
  'http.route': route,
  'request.id': 'r1',
});

it("makes a span for each call under the caller's trace, and returns it in the answer", async () => {
  const seen = await traced(async (app) => {
    const answer = await app.inject({ url: '/things/7?q=1', headers: { traceparent: '00-a-b-01' } });
    expect(answer.headers.traceresponse).toBe('00-t1-s1-01');
  });
  expect(seen).toEqual([
    ['begin', 'GET /things/:id', 'server', facts('GET', '/things/:id'), '00-a-b-01'],
    ['tell', { 'http.response.status_code': 200 }],
    ['end', undefined],
  ]);
});

it('records the code of a refusal, and marks an error', async () => {
  const seen = await traced(async (app) => {
    await app.inject({ method: 'POST', url: '/things/7' });
    await app.inject('/broken');
    await app.inject('/nowhere');
  });
  expect(seen).toEqual([
    ['begin', 'POST /things/:id', 'server', facts('POST', '/things/:id'), undefined],
    ['tell', { 'http.response.status_code': 409, 'refusal.code': 'stock_empty' }],
    ['end', undefined],
    ['begin', 'GET /broken', 'server', facts('GET', '/broken'), undefined],
    ['tell', { 'http.response.status_code': 500 }],
    ['end', '500'],
    ['begin', 'GET none', 'server', facts('GET', 'none'), undefined],
    ['tell', { 'http.response.status_code': 404 }],
    ['end', undefined],
  ]);
});

it('traces no health checks, live streams or calls without tracing', async () => {
  const ask = async (app: ReturnType<typeof fastify>) => {
    const answers = [await app.inject('/probe'), await app.inject('/api/live')];
    for (const { statusCode, headers } of answers) {
      expect([statusCode, headers.traceresponse]).toEqual([200, undefined]);
    }
  };
  expect(await traced(ask)).toEqual([]);
  expect(await traced(async (app) => void (await app.inject('/things/7')), false)).toEqual([]);
});
