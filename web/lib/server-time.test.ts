// SPDX-License-Identifier: Apache-2.0

import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { patient } from '../../tests/support/patience.ts';
import { nextOffset, noteServerDate, serverNow } from './server-time.ts';

const date = Date.parse('2026-06-15T12:00:00Z');
// Other files in the same process use the server's time too.
afterEach(() => {
  const now = Date.now();
  const headers = { date: new Date(now).toUTCString(), 'cache-control': 'no-store' };
  noteServerDate(new Response('', { headers }), { sentAt: now, receivedAt: now });
});

it.each([
  ['a right clock stays', 0, date + 400, date + 600, 0],
  ['ten minutes fast', 0, date + 600_400, date + 600_600, -599_400],
  ['ten minutes slow', 0, date - 599_600, date - 599_400, 599_400],
  ['a known offset stays', -600_000, date + 600_400, date + 600_600, -600_000],
  ['the clock was corrected meanwhile', -600_000, date + 400, date + 600, -600],
  ['a slow answer is less exact', 0, date - 8_000, date + 2_000, 0],
])('corrects the clock: %s', (_what, offset, sentAt, receivedAt, expected) => {
  expect(nextOffset(offset, date, { sentAt, receivedAt })).toBe(expected);
});

it("learns the server's time only from fresh answers", () => {
  const now = Date.now();
  const wrong = new Date(now + 3_600_000).toUTCString();
  const travel = { sentAt: now, receivedAt: now };
  noteServerDate(new Response('', { headers: { date: wrong } }), travel);
  noteServerDate(
    new Response('', { headers: { date: wrong, 'cache-control': 'no-store', age: '9' } }),
    travel,
  );
  noteServerDate(new Response('', { headers: { date: wrong, 'cache-control': 'max-age=60' } }), travel);
  noteServerDate(new Response('', { headers: { 'cache-control': 'no-store' } }), travel);
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1_000);
  noteServerDate(new Response('', { headers: { date: wrong, 'cache-control': 'no-store' } }), travel);
  expect(Math.abs(serverNow() - Date.now() - 3_600_000)).toBeLessThan(patient(2_000));
});

/** These compare their own records by the clock that wrote them, or only need distinct numbers. */
const byOwnClock = [
  'app/shell/message-links.ts',
  'features/coins/use-payment.ts',
  'features/outgoing-webhooks/endpoint-page.tsx',
  'features/shop/use-checkout.ts',
];

it("every screen uses the server's clock for server times, not the device's", () => {
  const web = new URL('..', import.meta.url);
  const files = ['app', 'features', 'ui'].flatMap((part) =>
    readdirSync(new URL(part, web), { recursive: true, encoding: 'utf8' }).map((file) => `${part}/${file}`),
  );
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'));
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.filter((file) => /Date\.now\b/.test(readFileSync(new URL(file, web), 'utf8')));
  expect(found.sort()).toEqual(byOwnClock);
});
