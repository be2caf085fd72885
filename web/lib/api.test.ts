import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint, id } from '../../contract/endpoint.ts';
import { ApiError, announceFailuresWith, askForFactorWith, call, referenceOfFault } from './api.ts';
import { endSession, readToken, signedOutAddress, startSession } from './session.ts';
import { fakeStorage } from './testing/fake-storage.ts';

const things = {
  list: endpoint({
    method: 'GET',
    reads: 'now',
    path: '/things/:id',
    access: 'signed-in',
    summary: '',
    params: z.object({ id }),
    query: z.object({ limit: z.number().optional(), before: z.string().optional() }),
    data: z.array(z.string()),
  }),
  buy: endpoint({
    method: 'POST',
    path: '/things/buy',
    access: 'signed-in',
    idempotent: true,
    summary: '',
    body: z.object({ thing: z.string() }),
    data: z.object({ bought: z.boolean() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/things/:id',
    access: 'signed-in',
    summary: '',
    params: z.object({ id }),
  }),
  look: endpoint({ method: 'GET', reads: 'now', path: '/look', access: 'public', summary: '' }),
};
const someId = '0198f000-0000-7000-8000-000000000001';
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const good = (data: unknown) => answer(200, { message: 'OK', data });
const bad = (status: number, message: string, code?: string, data?: unknown) =>
  answer(status, { message, code, data });

describe('call', () => {
  const fetched = vi.fn<typeof fetch>();
  const announced = vi.fn<(message: string) => void>();

  beforeEach(() => {
    vi.stubGlobal('localStorage', fakeStorage());
    vi.stubGlobal('fetch', fetched);
    vi.useFakeTimers();
    fetched.mockReset();
    announced.mockReset();
    announceFailuresWith(({ message }) => announced(message));
    startSession('secret');
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Runs a call to its end, past the pause before the retry. */
  async function outcome(calling: Promise<unknown>): Promise<unknown> {
    const settled = calling.catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    return settled;
  }
  const sent = (place: number) => fetched.mock.calls[place] as [string, RequestInit];
  const getKey = (place: number) => new Headers(sent(place)[1].headers).get('idempotency-key');

  it('asks for the second factor where it is needed, and makes the same call again', async () => {
    const needed = () => bad(403, 'Needed', 'second_factor_required', { isEnrolled: true });
    fetched.mockImplementationOnce(async () => needed()).mockResolvedValueOnce(good({ bought: true }));
    const ask = vi.fn(async () => true);
    const stop = askForFactorWith(ask);
    await expect(call(things.buy, { body: { thing: 'ring' } })).resolves.toEqual({ bought: true });
    expect(ask).toHaveBeenCalledExactlyOnceWith(true);
    const [first, second] = fetched.mock.calls.map(([, init]) => init);
    expect(second).toEqual(first);
    expect(new Headers(first?.headers).get('idempotency-key')).toBeTruthy();

    // Given up, or only read: the refusal stands.
    ask.mockResolvedValue(false);
    fetched.mockImplementation(async () => needed());
    await expect(call(things.buy, { body: { thing: 'ring' } })).rejects.toThrow('Needed');
    await expect(call(things.list, { params: { id: someId } })).rejects.toThrow('Needed');
    expect(ask).toHaveBeenCalledTimes(2);
    stop();
  });

  it('says of itself that nobody touched the page for a minute', async () => {
    fetched.mockImplementation(async () => good([]));
    const sent = () => new Headers(fetched.mock.calls.at(-1)?.[1]?.headers).get('x-unattended');
    await call(things.look);
    expect(sent()).toBeNull();
    vi.setSystemTime(Date.now() + 61_000);
    await call(things.look);
    expect(sent()).toBe('1');
  });

  it('fills path, query, body and headers from the endpoint', async () => {
    fetched.mockImplementation(async () => good(['a']));
    expect(await call(things.list, { params: { id: someId }, query: { limit: 5 } })).toEqual(['a']);
    expect(sent(0)[0]).toBe(`/api/v1/things/${someId}?limit=5`);
    expect(sent(0)[1].headers).toEqual({ authorization: 'Bearer secret' });
    await call(things.buy, { body: { thing: 'x' } });
    expect(sent(1)[1]).toMatchObject({ method: 'POST', body: '{"thing":"x"}' });
    expect(getKey(1)).toMatch(/^[A-Za-z0-9_.:-]{8,128}$/);
  });

  it('sends a failed request exactly once more, with the same idempotency key', async () => {
    fetched.mockRejectedValueOnce(new TypeError('network')).mockResolvedValueOnce(good({ bought: true }));
    expect(await outcome(call(things.buy, { body: { thing: 'x' } }))).toEqual({ bought: true });
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(getKey(0)).toBe(getKey(1));
    expect(announced).not.toHaveBeenCalled();
  });

  it('gives up after the second failure and says what the server said', async () => {
    fetched.mockImplementation(async () => bad(503, 'The service is busy.', 'unavailable'));
    const error = await outcome(call(things.buy, { body: { thing: 'x' } }));
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(error).toMatchObject({ message: 'The service is busy.', code: 'unavailable', status: 503 });
    expect(announced.mock.calls).toEqual([['The service is busy.']]);
  });

  it('keeps the id of the failed request, also under words of its own', async () => {
    const failed = bad(500, 'Something went wrong', 'internal');
    failed.headers.set('x-request-id', '7f3c2a9e-id');
    fetched.mockImplementation(async () => failed.clone());
    const fallback = 'Failed to buy';
    const error = await outcome(call(things.buy, { body: { thing: 'x' } }, { fallback }));
    expect(error).toMatchObject({ message: fallback, requestId: '7f3c2a9e-id' });
    fetched.mockRejectedValue(new TypeError('network'));
    expect(await outcome(call(things.look))).toMatchObject({ requestId: '' });
  });

  it('lets a busy server alone for as long as it asks, but never for long', async () => {
    for (const [asked, least, most] of [
      ['2', 2_000, 2_250],
      ['3600', 5_000, 5_250],
      [null, 250, 250],
    ] as const) {
      fetched.mockClear();
      const busy = bad(503, 'The service is busy.', 'unavailable');
      if (asked) busy.headers.set('retry-after', asked);
      fetched.mockResolvedValueOnce(busy).mockResolvedValueOnce(good({ bought: true }));
      const buying = call(things.buy, { body: { thing: 'x' } });
      await vi.advanceTimersByTimeAsync(least - 1);
      expect(fetched).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(most - least + 1);
      expect(await buying).toEqual({ bought: true });
      expect(fetched).toHaveBeenCalledTimes(2);
    }
  });

  it('takes a refusal as the answer: no retry, code and data are kept', async () => {
    fetched.mockImplementation(async () =>
      bad(402, 'You need 50 GC.', 'insufficient_coins', { needed: 50, balance: 10 }),
    );
    const error = await outcome(call(things.buy, { body: { thing: 'x' } }, { quiet: true }));
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'insufficient_coins', data: { needed: 50, balance: 10 } });
    expect(announced).not.toHaveBeenCalled();
  });

  it('takes what is gone at the second time as deleted, and only that', async () => {
    const gone = () => bad(404, 'This does not exist.', 'not_found');
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

  it('uses the key of the intention when the user tries again', async () => {
    fetched.mockImplementation(async () => good({ bought: true }));
    await call(things.buy, { body: { thing: 'x' } }, { idempotencyKey: 'intention-1' });
    await call(things.buy, { body: { thing: 'x' } });
    expect(getKey(0)).toBe('intention-1');
    expect(getKey(1)).not.toBe('intention-1');
  });

  it.each([
    ['no response', () => Promise.reject(new TypeError('x')), 'No response received from the server'],
    [
      'no message: the status text',
      async () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }),
      'Bad Gateway',
    ],
    ['nothing at all', async () => new Response('', { status: 400 }), 'Something went wrong'],
  ])('%s', async (_, respond, message) => {
    fetched.mockImplementation(respond as typeof fetch);
    expect(await outcome(call(things.look))).toMatchObject({ message });
    expect(announced).toHaveBeenCalledExactlyOnceWith(message);
  });

  it.each([
    ['an internal error', async () => bad(500, 'Something went wrong', 'internal'), 'Failed to save'],
    ['an answer from elsewhere', async () => new Response('<html>', { status: 404 }), 'Failed to save'],
    ['a refusal', async () => bad(404, 'This does not exist.', 'not_found'), 'This does not exist.'],
    ['no answer', () => Promise.reject(new TypeError('x')), 'No response received from the server'],
  ])('falls back on the words of the place where the server has none: %s', async (_, respond, message) => {
    fetched.mockImplementation(respond as typeof fetch);
    const error = await outcome(call(things.look, {}, { fallback: 'Failed to save' }));
    expect(error).toMatchObject({ message });
    expect(announced).toHaveBeenCalledExactlyOnceWith(message);
  });

  it('leaves what is wrong with a field to the form: no toast repeats it', async () => {
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
  });

  it('does not ask the server without a token, except for what is public', async () => {
    endSession();
    const error = await outcome(call(things.list, { params: { id: someId } }));
    expect(error).toMatchObject({ message: 'Authentication token not found.', code: 'not_signed_in' });
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockImplementation(async () => good({}));
    await call(things.look);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('forgets a session that has ended, but not the one that has begun since', async () => {
    fetched.mockImplementation(async () => bad(401, 'Your session has ended.', 'session_ended'));
    await outcome(call(things.list, { params: { id: someId } }));
    expect(readToken()).toBeNull();
    expect(signedOutAddress()).toBe('/?error=session_ended');

    startSession('old');
    const late = outcome(call(things.list, { params: { id: someId } }));
    startSession('new');
    await late;
    expect(readToken()).toBe('new');
    expect(signedOutAddress()).toBe('/');
  });

  it('passes an abort on silently and without a retry', async () => {
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

it('names a reference for support after a fault of the server, and nothing else', () => {
  const error = (status: number) => new ApiError('No.', status, undefined, {}, 'request-1');
  expect([499, 500, 503].map((status) => referenceOfFault(error(status)))).toEqual([
    '',
    'request-1',
    'request-1',
  ]);
  expect(referenceOfFault(new Error('No.'))).toBe('');
});
