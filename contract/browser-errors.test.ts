// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { often } from '../tests/support/often.ts';
import { scrubMessage, scrubName, scrubPage } from './browser-errors.ts';

it.each([
  [
    "Cannot read properties of undefined (reading 'parts')",
    'Cannot read properties of undefined (reading "…")',
  ],
  [
    'Unexpected token \'H\', "Hello, I am Ada" is not valid JSON',
    'Unexpected token "…", "…" is not valid JSON',
  ],
  ['x is not a function', 'x is not a function'],
  [' two   spaces are  one ', 'two spaces are one'],
  ['No player ada@example.com at https://a.test/r/3?code=9', 'No player … at …'],
  ['Wallet 4711 of Zoë is gone', 'Wallet 0 of Zo… is gone'],
  ['7 of x9 and 5b of Zoëé~#', '0 of 0 and 0 of Zo…'],
  ['an open quote "with my password', 'an open quote "…"'],
  ['a\u0000b\nc\u202ed', 'a…b…c…d'],
])('removes personal data from the message %j', (message, scrubbed) =>
  expect(scrubMessage(message)).toBe(scrubbed),
);

it('leaves no digits, addresses or control characters in any message, and limits its length', {
  tags: ['long'],
}, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (message) => {
      const scrubbed = scrubMessage(message);
      expect(scrubbed.length).toBeLessThanOrEqual(200);
      expect(scrubbed).not.toMatch(/[1-9@/\\%\p{Cc}]/u);
      expect(scrubMessage(scrubbed)).toBe(scrubbed);
    }),
    { numRuns: often(100, { briefly: 25 }) },
  );
});

it('reads a message only up to its maximum length, and keeps its beginning', () => {
  expect(scrubMessage(`${' '.repeat(1_000)}late`)).toBe('');
  expect(scrubMessage(`${' '.repeat(990)}in time`)).toBe('in time');
  expect(scrubMessage('a '.repeat(150))).toBe('a '.repeat(100));
});

it('keeps only the impersonal part of an address', () => {
  expect(scrubPage('/referrals/ABC234')).toBe('/referrals');
  expect(scrubPage('/dashboard/users/3fa85f64?q=ada')).toBe('/dashboard/users');
  expect(scrubPage('/ABC234#x')).toBe('/…');
  expect(scrubPage('/')).toBe('/');
  const longest = `/${'x'.repeat(31)}`;
  expect([longest, `${longest}x`, '/x', '/shop/users'].map(scrubPage)).toEqual([
    longest,
    '/…',
    '/…',
    '/shop',
  ]);
  expect(scrubPage('/dashboard/ABC234')).toBe('/dashboard');
  expect(scrubPage('')).toBe('/');
  const names = ['TypeError', 'DOMException', `${'X'.repeat(36)}Error`];
  expect(names.map(scrubName)).toEqual(names);
  const others = [`${'X'.repeat(37)}Error`, 'typeError', 'ErrorOfAda', 'Type2Error', 'A TypeError', 'Ada'];
  expect(others.map(scrubName)).toEqual(others.map(() => 'Error'));
  expect(scrubName('Ada Lovelace')).toBe('Error');
});
