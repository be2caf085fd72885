// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError, askForFactorWith, call, isWaiting, needsNetwork, newIdempotencyKey } from './api.ts';
import { isUseUnreported, noteAttendance } from './attendance.ts';
import { readToken, signedOutAddress, startSession, tokenKey } from './session.ts';
import { bad, fakeServer, good, someId, things } from './testing/fake-server.ts';

describe('call', () => {
  const { fetched, announced, outcome, sent, getKey } = fakeServer();

  it('asks for the second factor when needed, and repeats the same call', async () => {
    const needed = () => bad(403, 'Needed', 'second_factor_required', { isEnrolled: true });
    fetched.mockImplementationOnce(async () => needed()).mockResolvedValueOnce(good({ bought: true }));
    const ask = vi.fn(async () => true);
    const stop = askForFactorWith(ask);
    await expect(call(things.buy, { body: { thing: 'ring' } })).resolves.toEqual({ bought: true });
    expect(ask).toHaveBeenCalledExactlyOnceWith(true);
    const [first, second] = fetched.mock.calls.map(([, init]) => init);
    expect(second).toEqual(first);
    expect(new Headers(first?.headers).get('idempotency-key')).toBeTruthy();

    // The user closed the dialog, or the call only reads: the refusal remains.
    ask.mockResolvedValue(false);
    fetched.mockImplementation(async () => needed());
    await expect(call(things.buy, { body: { thing: 'ring' } })).rejects.toThrow('Needed');
    await expect(call(things.list, { params: { id: someId } })).rejects.toThrow('Needed');
    expect(ask).toHaveBeenCalledTimes(2);
    expect(fetched).toHaveBeenCalledTimes(4);

    fetched.mockImplementation(async () => bad(403, 'Not yet', 'second_factor_required', { isEnrolled: 1 }));
    await expect(call(things.buy, { body: { thing: 'ring' } })).rejects.toThrow('Not yet');
    expect(ask).toHaveBeenLastCalledWith(false);
    fetched.mockImplementation(async () => bad(403, 'Forbidden', 'forbidden'));
    await expect(call(things.buy, { body: { thing: 'ring' } })).rejects.toThrow('Forbidden');
    const later = vi.fn(async () => false);
    const stopLater = askForFactorWith(later);
    stop();
    fetched.mockImplementation(async () => needed());
    await expect(call(things.buy, { body: { thing: 'ring' } })).rejects.toThrow('Needed');
    stopLater();
    await expect(call(things.buy, { body: { thing: 'ring' } })).rejects.toThrow('Needed');
    expect([ask.mock.calls.length, later.mock.calls.length]).toEqual([3, 1]);
  });

  it('announces a change that waits for a second administrator, even when its dialog shows failures', async () => {
    fetched.mockImplementation(async () => bad(202, 'Waits for approval', 'waits_for_approval', { id: 'a' }));
    const error = await outcome(call(things.buy, { body: { thing: 'ring' } }, { quiet: true }));
    expect(error).toMatchObject({ status: 202, message: 'Waits for approval', data: { id: 'a' } });
    expect([isWaiting(error), isWaiting(new ApiError('No.', 403, 'forbidden'))]).toEqual([true, false]);
    expect(isWaiting(Object.assign(new Error(), { code: 'waits_for_approval' }))).toBe(false);
    expect(announced.mock.calls).toEqual([['Waits for approval']]);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('sends a trace id once an answer showed that the server traces', async () => {
    // A fresh copy of the module, since once it has seen tracing it keeps tracing.
    vi.resetModules();
    onTestFinished(() => void vi.resetModules());
    const { call: callAgain } = await import('./api.ts');
    const traced = new Response('{}', { headers: { traceresponse: '00-1-2-01' } });
    fetched.mockResolvedValueOnce(traced).mockImplementation(async () => good({}));
    await callAgain(things.look);
    await callAgain(things.look);
    const named = [0, 1].map((place) => new Headers(sent(place)[1].headers).has('traceparent'));
    expect(named).toEqual([false, true]);
  });

  it('sends no change without a network, but still reads', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const error = await outcome(call(things.buy, { body: { thing: 'x' } }));
    expect(error).toMatchObject({ message: needsNetwork, status: 0 });
    expect(needsNetwork).toBe('You’re offline. Nothing was sent.');
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockImplementation(async () => good({ seen: 1 }));
    expect(await call(things.look)).toEqual({ seen: 1 });
  });

  it('sends the fields of a form and its file, and leaves the content type to the browser', async () => {
    fetched.mockImplementation(async () => good({}));
    const file = new File(['a,b'], 'codes.csv');
    const body = { file: 'codes.csv', title: 'Codes', count: 2, tags: ['a', 'b'], note: undefined };
    await call(things.upload, { body }, { file });
    await call(things.upload, { body });
    const forms = [0, 1].map((place) => sent(place)[1].body as FormData);
    const fields = [
      ['title', 'Codes'],
      ['count', '2'],
      ['tags', '["a","b"]'],
    ];
    expect([...(forms[0] ?? [])]).toEqual([...fields, ['file', file]]);
    expect([...(forms[1] ?? [])]).toEqual(fields);
    expect(sent(0)[1].headers).toEqual({ authorization: 'Bearer secret' });
  });

  it('returns the requested file, or the message sent in its place', async () => {
    const file = (status: number, type: string, text: string) => async () =>
      new Response(text, { status, headers: { 'content-type': type } });
    fetched.mockImplementation(file(200, 'text/csv', 'a,b'));
    const data = (await call(things.download)) as unknown as Blob;
    expect(await data.text()).toBe('a,b');
    expect(sent(0)[1].headers).toEqual({ authorization: 'Bearer secret', accept: 'text/csv' });
    fetched.mockImplementation(file(200, 'application/json', '{"data":{"a":1}}'));
    expect(await call(things.download)).toEqual({ a: 1 });
    fetched.mockImplementation(async () => new Response(new TextEncoder().encode('{"data":{"a":2}}')));
    expect([await call(things.download), await call(things.look)]).toEqual([{ a: 2 }, { a: 2 }]);
    fetched.mockImplementation(file(404, 'text/csv', '{"message":"Gone"}'));
    expect(await outcome(call(things.download))).toMatchObject({ message: 'Gone' });
  });

  it('marks calls as unattended when the page was not used for a minute', async () => {
    fetched.mockImplementation(async () => good([]));
    const sent = () => new Headers(fetched.mock.calls.at(-1)?.[1]?.headers).get('x-unattended');
    await call(things.look);
    expect(sent()).toBeNull();
    vi.setSystemTime(Date.now() + 61_000);
    await call(things.look);
    expect(sent()).toBe('1');
  });

  it('does not count a call without a session as reported activity', async () => {
    fetched.mockImplementation(async () => good([]));
    vi.setSystemTime(Date.now() + 6 * 60_000);
    noteAttendance();
    await call(things.look);
    expect(isUseUnreported()).toBe(true);
    await call(things.list, { params: { id: someId } });
    expect(isUseUnreported()).toBe(false);
  });

  it('fills path, query, body and headers from the endpoint', async () => {
    fetched.mockImplementation(async () => good(['a']));
    expect(await call(things.list, { params: { id: someId }, query: { limit: 5 } })).toEqual(['a']);
    expect(sent(0)[0]).toBe(`/api/v1/things/${someId}?limit=5`);
    expect(sent(0)[1]).toEqual({ method: 'GET', headers: { authorization: 'Bearer secret' } });
    await call(things.buy, { body: { thing: 'x' } });
    expect(getKey(1)).toMatch(/^[A-Za-z0-9_.:-]{8,128}$/);
    expect(sent(1)[1]).toEqual({
      method: 'POST',
      headers: {
        authorization: 'Bearer secret',
        'idempotency-key': getKey(1),
        'content-type': 'application/json',
      },
      body: '{"thing":"x"}',
    });
    await call(things.look, { body: { of: 'nothing' } as never });
    expect(sent(2)).toEqual(['/api/v1/look', { method: 'GET', headers: { authorization: 'Bearer secret' } }]);
    const before = 'a b';
    await call(things.list, { params: { id: 'a/b' }, query: { limit: undefined, before } });
    expect(sent(3)[0]).toBe('/api/v1/things/a%2Fb?before=a+b');
    await call(things.remove, { params: { id: someId } });
    expect(sent(4)).toEqual([
      `/api/v1/things/${someId}`,
      { method: 'DELETE', headers: { authorization: 'Bearer secret' } },
    ]);
  });

  it("uses the caller's key when the user tries again", async () => {
    fetched.mockImplementation(async () => good({ bought: true }));
    await call(things.buy, { body: { thing: 'x' } }, { idempotencyKey: 'intention-1' });
    await call(things.buy, { body: { thing: 'x' } });
    expect(getKey(0)).toBe('intention-1');
    expect(getKey(1)).not.toBe('intention-1');
  });

  it('does not call the server without a token, except for public data', async () => {
    localStorage.removeItem(tokenKey);
    const error = await outcome(call(things.list, { params: { id: someId } }));
    expect(error).toMatchObject({ message: 'Authentication token not found.', code: 'not_signed_in' });
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockImplementation(async () => good({}));
    await call(things.look);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(sent(0)[1].headers).toEqual({});
  });

  it('forgets an ended session, but not a session begun since', async () => {
    fetched.mockImplementation(async () => bad(401, 'Your session has ended.', 'session_ended'));
    await outcome(call(things.list, { params: { id: someId } }));
    expect(readToken()).toBeNull();
    expect(signedOutAddress()).toBe('/?error=session_ended');
    expect(announced).not.toHaveBeenCalled();

    startSession('old');
    const late = outcome(call(things.list, { params: { id: someId } }));
    startSession('new');
    await late;
    expect(readToken()).toBe('new');
    expect(signedOutAddress()).toBe('/');
    expect(announced).not.toHaveBeenCalled();
  });

  it("shows no failure of an earlier session's call", async () => {
    fetched.mockImplementation(async () => bad(404, 'Gone.', 'not_found'));
    const failed = outcome(call(things.list, { params: { id: someId } }));
    // As another tab does.
    localStorage.setItem(tokenKey, 'new');
    expect(await failed).toMatchObject({ status: 404 });
    expect(announced).not.toHaveBeenCalled();
  });
});

it('generates keys itself when the page is not secure', () => {
  vi.stubGlobal('crypto', { getRandomValues: (numbers: Uint32Array) => numbers.fill(7) });
  expect(newIdempotencyKey()).toBe('7-7-7-7');
  vi.unstubAllGlobals();
  expect(newIdempotencyKey()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});
