// SPDX-License-Identifier: Apache-2.0

import { Readable } from 'node:stream';
import fastify from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../log.ts';
import { ObjectsUnavailable } from '../objects/objects.ts';
import { DatabaseUnavailable } from '../postgres/unavailable.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { answerClientError, handleErrors, refuseUnreadable, sendRefusal } from './errors.ts';

describe('a connection error before the request is complete', () => {
  function answered(code: string | undefined, writable = true) {
    const socket = { writable, destroy: vi.fn(), end: vi.fn((_text: string, done: () => void) => done()) };
    answerClientError(code === undefined ? {} : { code }, socket as never);
    return { said: socket.end.mock.lastCall?.[0], isClosed: socket.destroy.mock.calls.length > 0 };
  }

  it.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout', 'unavailable'],
    ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large', 'malformed_request'],
    ['HPE_INVALID_METHOD', '400 Bad Request', 'malformed_request'],
    [undefined, '400 Bad Request', 'malformed_request'],
  ])('%s is answered with %s, %s', (code, status, word) => {
    const { said = '', isClosed } = answered(code);
    const [head = '', body = ''] = said.split('\r\n\r\n');
    expect(head.split('\r\n')).toEqual([
      `HTTP/1.1 ${status}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ]);
    expect(JSON.parse(body)).toMatchObject({
      code: word,
      message: expect.stringMatching(/\w/),
    });
    expect(isClosed).toBe(true);
  });

  it.each([
    ['ECONNRESET', true],
    ['HPE_INVALID_METHOD', false],
  ])('is not answered when the client is gone: %s, %s', (code, writable) => {
    expect(answered(code, writable)).toEqual({ said: undefined, isClosed: true });
  });
});

describe('a refusal', () => {
  function sent(...refusal: Parameters<typeof refuse>) {
    const told: Record<string, unknown> = {};
    const reply = {
      refusalCode: '',
      header: (name: string, value: unknown) => Object.assign(told, { [name]: value }) && reply,
      removeHeader: () => reply,
      code: (status: number) => Object.assign(told, { status }) && reply,
      type: (type: string) => Object.assign(told, { type }) && reply,
      send: (body: string) => Object.assign(told, { body: JSON.parse(body) }) && reply,
    };
    sendRefusal(reply as never, refuse(...refusal));
    return { ...told, code: reply.refusalCode } as Record<string, unknown>;
  }

  it('includes the time to wait when it is known', () => {
    expect(sent('too_many_requests', { seconds: 7 })).toMatchObject({ status: 429, 'retry-after': 7 });
    expect(sent('too_many_requests')).not.toHaveProperty('retry-after');
    expect(sent('second_factor_locked', { seconds: 7 })).toMatchObject({ status: 429, 'retry-after': 7 });
    expect(sent('entries_paused', { seconds: 7 })).toMatchObject({ status: 503, 'retry-after': 7 });
    expect(sent('not_found', { seconds: 7 })).not.toHaveProperty('retry-after');
  });

  it('spreads retries over three seconds when the server is full', () => {
    const at = (random: number) => {
      vi.spyOn(Math, 'random').mockReturnValue(random);
      return sent('unavailable')['retry-after'];
    };
    expect([0, 0.34, 0.99].map(at)).toEqual([1, 2, 3]);
  });

  it.each([
    ['payments_unavailable', 5, 15],
    ['stats_unavailable', 60, 180],
    ['readings_busy', 60, 180],
    ['sign_in_too_many', 60, 180],
  ] as const)('spreads retries after %s over %d to %d seconds', (code, from, to) => {
    const at = (random: number) => {
      vi.spyOn(Math, 'random').mockReturnValue(random);
      return sent(code)['retry-after'];
    };
    expect([0, 0.999].map(at)).toEqual([from, to]);
  });

  it('is sent as JSON with its code and data', () => {
    expect(sent('stock_empty')).toMatchObject({
      status: 409,
      type: 'application/json; charset=utf-8',
      code: 'stock_empty',
      body: { code: 'stock_empty' },
    });
    expect(sent('too_many_requests', { seconds: 7 }).body).toMatchObject({ data: { seconds: 7 } });
  });
});

describe('an error', () => {
  /** The answer and the log lines when a handler throws. */
  async function thrown(error: unknown) {
    const lines: Record<string, unknown>[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
    const app = fastify();
    app.decorateReply('refusalCode', '');
    handleErrors(app);
    app.addHook('onRequest', async (request) => {
      request.log = log;
    });
    app.get('/', async () => {
      throw error;
    });
    const { statusCode, headers, body } = await app.inject('/');
    await app.close();
    return { status: statusCode, headers, body: JSON.parse(body), lines };
  }
  const breaking = () =>
    new Readable({
      read() {
        this.destroy(new Error('x'));
      },
    });
  const withCode = (code: string) => Object.assign(new Error('of a library'), { code });
  const withStatus = (statusCode: number) => Object.assign(new Error('of a library'), { statusCode });

  it.each([
    [refuse('stock_empty'), 409, 'stock_empty'],
    [withCode('FST_ERR_CTP_BODY_TOO_LARGE'), 413, 'too_large'],
    [withCode('FST_ERR_CTP_INVALID_MEDIA_TYPE'), 415, 'unsupported_media_type'],
    [withCode('FST_ERR_CTP_INVALID_JSON_BODY'), 400, 'malformed_request'],
    [withCode('EMFILE'), 503, 'unavailable'],
    [withCode('ENFILE'), 503, 'unavailable'],
    [withStatus(400), 400, 'malformed_request'],
    [withStatus(499), 400, 'malformed_request'],
  ])('caused by the caller or temporary is answered and not logged: %o', async (error, status, code) => {
    expect(await thrown(error)).toMatchObject({ status, body: { code }, lines: [] });
  });

  it.each([withStatus(500), withCode('OTHER'), new Error('x')])(
    'of the server is hidden from the caller and logged: %o',
    async (error) => {
      const { status, body, lines } = await thrown(error);
      expect([status, body]).toEqual([500, { message: 'Something went wrong', code: 'internal' }]);
      expect(lines).toMatchObject([{ level: 50, msg: 'request failed', err: { message: error.message } }]);
    },
  );

  it.each([
    [new DatabaseUnavailable('away'), 40, 'database not available'],
    [new ObjectsUnavailable('a picture', new Error('away')), 50, 'object storage not available'],
  ])('of an unavailable service is answered as temporary and logged: %o', async (error, level, msg) => {
    const { status, body, lines, headers } = await thrown(error);
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(lines).toMatchObject([{ level, msg, err: { message: error.message } }]);
  });

  it('about a range returns the available range, and other errors send no such header', async () => {
    const headers = { 'content-range': 'bytes */15' };
    const range = await thrown(Object.assign(withStatus(416), { headers }));
    expect([range.status, range.body.code]).toEqual([416, 'range_not_satisfiable']);
    expect(range.headers).toMatchObject(headers);
    expect((await thrown(withStatus(416))).status).toBe(416);
    const other = await thrown(Object.assign(withStatus(400), { headers }));
    expect(other.headers).not.toHaveProperty('content-range');
  });

  it.each([
    ['a fault', () => Promise.reject(new Error('x')), 500],
    ['a broken stream', () => breaking(), 500],
    ['a refusal', () => refuse('not_found'), 404],
  ])('replaces the headers of the intended answer: %s', async (_what, answer, status) => {
    const app = fastify();
    app.decorateReply('refusalCode', '');
    handleErrors(app);
    app.get('/', async (_request, reply) => {
      reply.headers({
        'cache-control': 'public, max-age=31536000, immutable',
        etag: '"good"',
        'content-encoding': 'gzip',
        'content-disposition': 'attachment; filename="good.csv"',
        'content-length': 7,
      });
      const outcome = await answer();
      return isRefusal(outcome) ? sendRefusal(reply, outcome) : outcome;
    });
    const { statusCode, headers, body } = await app.inject('/');
    await app.close();
    expect([statusCode, headers['cache-control']]).toEqual([status, 'no-store']);
    for (const name of ['etag', 'content-encoding', 'content-disposition']) {
      expect(headers).not.toHaveProperty(name);
    }
    expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
  });

  it('about the input lists each field and each fault once', async () => {
    const app = fastify();
    app.decorateReply('refusalCode', '');
    app.setValidatorCompiler(validatorCompiler);
    handleErrors(app);
    const both = z.string('Title and Type are required');
    const lines = z.array(z.object({ count: z.int('Count is no number') }));
    const body = z.object({ title: both, type: both, lines });
    app.post('/', { schema: { body } }, () => 'never');
    const payload = { lines: [{ count: 1 }, { count: 'x' }] };
    const answer = await app.inject({ method: 'POST', url: '/', payload });
    await app.close();
    const { code, data } = answer.json();
    expect([answer.statusCode, code]).toEqual([400, 'invalid_request']);
    expect(data).toEqual({
      faults: 'Title and Type are required; Count is no number',
      issues: [
        { path: 'title', message: 'Title and Type are required' },
        { path: 'type', message: 'Title and Type are required' },
        { path: 'lines.1.count', message: 'Count is no number' },
      ],
    });
  });
});

it('an error about an unreadable address has the usual form and a nosniff header', async () => {
  const app = fastify({ frameworkErrors: refuseUnreadable });
  app.decorateReply('refusalCode', '');
  const { statusCode, headers, body } = await app.inject('/%zz');
  await app.close();
  expect([statusCode, JSON.parse(body).code]).toEqual([400, 'malformed_request']);
  expect(headers['x-content-type-options']).toBe('nosniff');
});
