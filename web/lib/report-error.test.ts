// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let { placeInScripts, reportError } = {} as typeof import('./report-error.ts');
let { ApiError } = {} as typeof import('./api.ts');
const fetched = vi.fn<typeof fetch>();

beforeEach(async () => {
  // A fresh copy, because the module remembers reported errors.
  vi.resetModules();
  ({ placeInScripts, reportError } = await import('./report-error.ts'));
  ({ ApiError } = await import('./api.ts'));
  fetched.mockReset().mockImplementation(async () => new Response());
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('window', { location: { pathname: '/products/3fa8' } });
});
afterEach(() => vi.unstubAllGlobals());

function made(message: string, column = 456, file = 'assets/status-Ab_1.js'): Error {
  const stack = `TypeError: ${message}\n    at Report (https://play.example/${file}:3:${column})`;
  return Object.assign(new TypeError(message), { stack });
}

it('finds the first place in our own scripts, if any', () => {
  const stack = `TypeError: x
    at foreign (chrome-extension://abc/content.js:1:1)
    at Report (https://play.example/assets/status-Ab_1.js:3:456)
    at run (https://play.example/assets/shell-Zz.js:1:2)`;
  expect(placeInScripts(stack)).toBe('status-Ab_1.js:3:456');
  expect(placeInScripts('x@https://play.example/assets/shell-Zz.js:1:2')).toBe('shell-Zz.js:1:2');
  const longest = `${'x'.repeat(80)}.js:1234567:7654321`;
  expect(placeInScripts(`x@https://play.example/assets/${longest}`)).toBe(longest);
  expect(placeInScripts(`x@https://play.example/assets/x${longest}`)).toBe('');
  expect(placeInScripts('x@https://play.example/assets/shell-Zz.jsx:1:2')).toBe('');
  expect(placeInScripts('at x (https://elsewhere.test/script.js:1:2)')).toBe('');
});

describe('reportError', () => {
  it('reports kind, message, place and page of an error, and nothing personal', () => {
    reportError(made('Cannot read "Ada" of undefined'));
    const body = {
      name: 'TypeError',
      message: 'Cannot read "…" of undefined',
      place: 'status-Ab_1.js:3:456',
      page: '/products',
    };
    expect(
      fetched.mock.calls.map(([url, init]) => [url, { ...init, body: JSON.parse(String(init?.body)) }]),
    ).toEqual([
      [
        '/api/v1/browser-errors',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
          credentials: 'omit',
          keepalive: true,
        },
      ],
    ]);
  });

  it.each([
    ['a thrown text', () => 'TypeError at /assets/shell-Zz.js:1:2'],
    [
      'an object that only looks like an error',
      () => ({ name: 'Error', stack: '/assets/shell-Zz.js:1:2', message: '' }),
    ],
    ['an error of another script', () => made('x', 1, 'content.js')],
    ['an error without a place', () => Object.assign(new Error('x'), { stack: undefined })],
    ['a call that failed', () => Object.assign(new ApiError('No.'), { stack: '/assets/shell-Zz.js:1:2' })],
  ])('reports nothing about %s', (_what, make) => {
    reportError(make());
    expect(fetched).not.toHaveBeenCalled();
  });

  it('reports the same error once, and at most five errors', () => {
    for (const column of [1, 1, 2, 3, 2, 4, 5, 6]) reportError(made('x', column));
    expect(fetched.mock.calls.map(([, init]) => JSON.parse(String(init?.body)).place.split(':')[2])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
  });

  it('causes no error when the report fails', async () => {
    const refused = Promise.reject(new TypeError('network'));
    const caught = vi.spyOn(refused, 'catch');
    fetched.mockReturnValue(refused);
    reportError(made('x'));
    expect(caught).toHaveBeenCalledOnce();
    await expect(caught.mock.results[0]?.value).resolves.toBeUndefined();
  });
});
