// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import type { isLastKnown, lastKnownPlugin } from './last-known.ts';

// Imported by URL, because its types are those of a worker, not of a page.
const { isLastKnown: isKept, lastKnownPlugin: plugin } = (await import(
  new URL('./last-known.ts', import.meta.url).href
)) as {
  isLastKnown: typeof isLastKnown;
  lastKnownPlugin: typeof lastKnownPlugin;
};

const toKeep = (response: Response) => plugin.cacheWillUpdate?.({ response } as never);

it('stores good answers with the time they arrived', async () => {
  const kept = await toKeep(Response.json({ message: 'OK', data: [] }));
  expect(await kept?.json()).toEqual({ message: 'OK', data: [] });
  expect(Date.parse(kept?.headers.get('x-as-of') ?? '')).toBeGreaterThan(0);
});

it.each([
  ['a refusal', () => Response.json({ code: 'session_ended' }, { status: 401 })],
  ['a page from the network', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['an answer without a type', () => new Response(new Uint8Array([1]))],
])('keeps the previous answer after %s', async (_what, answer) => {
  expect(await toKeep(answer())).toBeNull();
});

it.each([
  ['leaderboard', true],
  ['leaderboard?page=1&period=week', true],
  ['leaderboard?page=2&period=week', false],
  ['transaction/history?page=2', true],
])('of the answers to %s keeps the last: %s', (path, isExpected) => {
  const url = new URL(`https://finalring.dev/api/v1/${path}`);
  const request = new Request(url, { headers: { authorization: 'Bearer token' } });
  expect(isKept(request, url)).toBe(isExpected);
});
