// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it, vi } from 'vitest';
import { patient } from '../../tests/support/patience.ts';
import { ApiError, call, getMessage, referenceOfFault } from './api.ts';
import { noteAnswer, readConnection } from './connection.ts';
import { serverNow } from './server-time.ts';
import { answer, bad, fakeServer, good, someId, things } from './testing/fake-server.ts';

const notFound = 'We couldn’t find this. It may have been removed: check the address, or reload the page.';

describe('a call that fails', () => {
  const { fetched, announced, outcome, getKey } = fakeServer();

  it('notes that the server is unreachable after two calls without an answer', async () => {
    noteAnswer(true);
    fetched.mockRejectedValueOnce(new TypeError('network')).mockResolvedValueOnce(good({}));
    await outcome(call(things.look));
    expect(readConnection()).toBe('online');
    fetched.mockRejectedValue(new TypeError('network'));
    await outcome(call(things.look));
    expect(readConnection()).toBe('unreachable');
    fetched.mockReset().mockImplementation(async () => bad(503, 'Busy.', 'unavailable'));
    await outcome(call(things.look));
    expect(readConnection()).toBe('online');
  });

  it('learns server time and connection from live answers only, not from cached ones', async () => {
    const dated = (ahead: number, more: HeadersInit = {}) => {
      const headers = {
        date: new Date(Date.now() + ahead).toUTCString(),
        'cache-control': 'no-store',
        ...more,
      };
      fetched.mockImplementation(async () => Response.json({ data: {} }, { headers }));
      return call(things.look);
    };
    const hour = 3_600_000;
    await dated(0);
    await dated(hour, { 'x-as-of': '2026-11-20T12:00:00.000Z' });
    expect(readConnection()).toBe('unreachable');
    expect(Math.abs(serverNow() - Date.now())).toBeLessThan(patient(2_000));
    await dated(hour);
    expect(readConnection()).toBe('online');
    expect(Math.abs(serverNow() - Date.now() - hour)).toBeLessThan(patient(2_000));
    await dated(0);
  });

  it('does not retry a call aborted during its failure', async () => {
    const abort = new AbortController();
    fetched.mockImplementation(async () => {
      abort.abort();
      return bad(503, 'Busy.', 'unavailable');
    });
    expect(await outcome(call(things.look, {}, { signal: abort.signal }))).toMatchObject({ status: 503 });
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(announced).not.toHaveBeenCalled();
  });

  it('reports what went wrong in the browser itself', async () => {
    const error = await outcome(call(things.buy, { body: { thing: 1n as never } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: expect.stringContaining('BigInt'), status: 0, data: {} });
  });

  it('sends a failed request exactly once more, with the same idempotency key', async () => {
    fetched.mockRejectedValueOnce(new TypeError('network')).mockResolvedValueOnce(good({ bought: true }));
    expect(await outcome(call(things.buy, { body: { thing: 'x' } }))).toEqual({ bought: true });
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(getKey(0)).toBe(getKey(1));
    expect(announced).not.toHaveBeenCalled();
  });

  it('repeats a request that did not reach the server in time', async () => {
    const late = () => bad(408, 'Busy.', 'unavailable');
    fetched.mockResolvedValueOnce(late()).mockResolvedValueOnce(good({ bought: true }));
    expect(await outcome(call(things.buy, { body: { thing: 'x' } }))).toEqual({ bought: true });
    expect(getKey(0)).toBe(getKey(1));
    // An earlier try whose answer was lost may have succeeded, so payments and purchases keep their records.
    fetched.mockResolvedValueOnce(late()).mockResolvedValueOnce(late());
    expect(await outcome(call(things.buy, { body: { thing: 'x' } }))).toMatchObject({ status: 0 });
  });

  /** The connection breaks in the middle of a successful answer. */
  const cutOff = () =>
    new Response(
      new ReadableStream({
        start(body) {
          body.enqueue(new TextEncoder().encode('{"message":"OK","data":{"bou'));
          body.error(new TypeError('network'));
        },
      }),
    );
  /** The sign-in page of a network, sent instead of the answer. */
  const portal = () => new Response('<html>Welcome to our trains', { statusText: 'OK' });

  it.each([
    ['is cut off', cutOff],
    ['is a page from elsewhere', portal],
  ])('retries after a good answer that %s', async (_what, unreadable) => {
    fetched.mockImplementationOnce(async () => unreadable()).mockResolvedValueOnce(good({ bought: true }));
    expect(await outcome(call(things.buy, { body: { thing: 'x' } }))).toEqual({ bought: true });
    expect(getKey(0)).toBe(getKey(1));
    expect(readConnection()).toBe('online');

    fetched.mockImplementation(async () => unreadable());
    const message = 'No response received from the server';
    expect(await outcome(call(things.buy, { body: { thing: 'x' } }))).toMatchObject({ status: 0, message });
    expect(announced).toHaveBeenCalledExactlyOnceWith(message);
    expect(readConnection()).toBe('unreachable');
    noteAnswer(true);
  });

  it('passes on an abort in the middle of an answer', async () => {
    const abort = new AbortController();
    fetched.mockImplementation(async () => {
      const body = new ReadableStream({
        pull(reading) {
          abort.abort();
          reading.error(abort.signal.reason);
        },
      });
      return new Response(body);
    });
    expect(await outcome(call(things.look, {}, { signal: abort.signal }))).toMatchObject({
      name: 'AbortError',
    });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it("gives up after the second failure and shows the server's message", async () => {
    fetched.mockImplementation(async () => bad(503, 'The service is busy.', 'unavailable'));
    const error = await outcome(call(things.buy, { body: { thing: 'x' } }));
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(error).toMatchObject({ message: 'The service is busy.', code: 'unavailable', status: 503 });
    expect(announced.mock.calls).toEqual([['The service is busy.']]);
  });

  it("keeps the id of the failed request, even with the caller's message", async () => {
    const failed = bad(500, 'Something went wrong', 'internal');
    failed.headers.set('x-request-id', '7f3c2a9e-id');
    fetched.mockImplementation(async () => failed.clone());
    const fallback = 'Failed to buy';
    const error = await outcome(call(things.buy, { body: { thing: 'x' } }, { fallback }));
    expect(error).toMatchObject({ message: fallback, requestId: '7f3c2a9e-id' });
    expect(fetched).toHaveBeenCalledTimes(2);
    // From a proxy, which sends no request id.
    fetched.mockImplementation(async () => bad(404, 'Not here'));
    expect(await outcome(call(things.look))).toMatchObject({ message: 'Not here', requestId: '' });
    fetched.mockRejectedValue(new TypeError('network'));
    expect(await outcome(call(things.look))).toMatchObject({ requestId: '' });
  });

  it('waits as long as a busy server asks', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    for (const [asked, ms] of [
      ['2', 2_125],
      ['5', 5_125],
      ['0', 250],
      [null, 250],
    ] as const) {
      fetched.mockClear();
      const busy = bad(503, 'The service is busy.', 'unavailable');
      if (asked) busy.headers.set('retry-after', asked);
      fetched.mockResolvedValueOnce(busy).mockResolvedValueOnce(good({ bought: true }));
      const buying = call(things.buy, { body: { thing: 'x' } });
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(fetched).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(await buying).toEqual({ bought: true });
      expect(fetched).toHaveBeenCalledTimes(2);
    }
  });

  it('does not retry when a server asks for minutes', async () => {
    const full = bad(503, 'So many challenges are running.', 'readings_busy');
    full.headers.set('retry-after', '60');
    fetched.mockResolvedValue(full);
    expect(await outcome(call(things.buy, { body: { thing: 'x' } }))).toMatchObject({
      code: 'readings_busy',
    });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('accepts a refusal as the answer: no retry, and its code and data are kept', async () => {
    fetched.mockImplementation(async () =>
      bad(402, 'You need 50 GC.', 'insufficient_coins', { needed: 50, balance: 10 }),
    );
    const error = await outcome(call(things.buy, { body: { thing: 'x' } }, { quiet: true }));
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      name: 'ApiError',
      code: 'insufficient_coins',
      data: { needed: 50, balance: 10 },
    });
    expect(announced).not.toHaveBeenCalled();
  });

  it("treats only a deletion's 404 at the second attempt as success", async () => {
    const gone = () => bad(404, notFound, 'not_found');
    const remove = () => outcome(call(things.remove, { params: { id: someId } }));
    fetched.mockRejectedValueOnce(new TypeError('network')).mockResolvedValueOnce(gone());
    expect(await remove()).toEqual({});
    expect(announced).not.toHaveBeenCalled();

    fetched.mockResolvedValueOnce(gone());
    expect(await remove()).toMatchObject({ code: 'not_found' });
    fetched.mockRejectedValueOnce(new TypeError('network')).mockResolvedValueOnce(answer(404, '<html>'));
    expect(await remove()).toMatchObject({ status: 404 });
    fetched.mockRejectedValueOnce(new TypeError('network')).mockResolvedValueOnce(gone());
    expect(await outcome(call(things.list, { params: { id: someId } }))).toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['no response', () => Promise.reject(new TypeError('x')), 'No response received from the server'],
    [
      'no message: the status text',
      async () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }),
      'Bad Gateway',
    ],
    ['nothing at all', async () => new Response('', { status: 400 }), 'Something went wrong'],
  ])('shows a message for %s', async (_, respond, message) => {
    fetched.mockImplementation(respond as typeof fetch);
    expect(await outcome(call(things.look))).toMatchObject({ message });
    expect(announced).toHaveBeenCalledExactlyOnceWith(message);
  });

  it.each([
    ['an internal error', async () => bad(500, 'Something went wrong', 'internal'), 'Failed to save'],
    ['an answer from elsewhere', async () => new Response('<html>', { status: 404 }), 'Failed to save'],
    ['a refusal', async () => bad(404, notFound, 'not_found'), notFound],
    ['no answer', () => Promise.reject(new TypeError('x')), 'No response received from the server'],
  ])("uses the caller's message when the server has none: %s", async (_, respond, message) => {
    fetched.mockImplementation(respond as typeof fetch);
    const error = await outcome(call(things.look, {}, { fallback: 'Failed to save' }));
    expect(error).toMatchObject({ message });
    expect(announced).toHaveBeenCalledExactlyOnceWith(message);
  });

  it('leaves errors of fields to the form, without a toast', async () => {
    const issues = [{ path: 'title', message: 'is too long' }];
    fetched.mockImplementation(async () =>
      Response.json(
        { message: 'Title is too long', code: 'invalid_request', data: { issues } },
        { status: 400 },
      ),
    );
    expect(await outcome(call(things.look))).toMatchObject({
      message: 'Title is too long',
      data: { issues },
    });
    expect(announced).not.toHaveBeenCalled();
    for (const data of [{ issues: [] }, { issues: 'title' }, null, 'title']) {
      announced.mockReset();
      fetched.mockImplementation(async () => bad(400, 'Not valid', 'invalid_request', data));
      expect(await outcome(call(things.look))).toMatchObject({
        data: data && typeof data === 'object' ? data : {},
      });
      expect(announced).toHaveBeenCalledExactlyOnceWith('Not valid');
    }
  });

  it('passes on an abort silently and without a retry', async () => {
    const abort = new AbortController();
    fetched.mockImplementation((_, init) => {
      abort.abort();
      return Promise.reject(init?.signal?.reason);
    });
    const error = await outcome(call(things.look, {}, { signal: abort.signal }));
    expect(error).toMatchObject({ name: 'AbortError' });
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(announced).not.toHaveBeenCalled();
  });
});

it('gives a reference for support only after a server fault', () => {
  const error = (status: number) => new ApiError('No.', status, undefined, {}, 'request-1');
  expect([499, 500, 503].map((status) => referenceOfFault(error(status)))).toEqual([
    '',
    'request-1',
    'request-1',
  ]);
  expect(referenceOfFault(Object.assign(new Error('No.'), { status: 500, requestId: 'x' }))).toBe('');
});

it('has a message for any thrown value', () => {
  expect(
    [new Error('No.'), new Error(), 'No.', { message: 'No.' }].map((thrown) => getMessage(thrown)),
  ).toEqual(['No.', 'Something went wrong', 'Something went wrong', 'Something went wrong']);
  expect([getMessage(new Error(), 'Failed'), getMessage(undefined, 'Failed')]).toEqual(['Failed', 'Failed']);
});
