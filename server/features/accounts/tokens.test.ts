// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { accountKeys, hashToken, identityHash, linkTokenDigest, networkHash, newToken } from './tokens.ts';

it('recognizes deleted people after a secret is replaced, but rejects older cookies', () => {
  const [oldSecret, newSecret] = ['o'.repeat(32), 'n'.repeat(32)];
  const [before, after] = [accountKeys(oldSecret), accountKeys(`${newSecret},${oldSecret}`)];
  expect(after.identity).toEqual(before.identity);
  expect(accountKeys(newSecret).identity).not.toEqual(before.identity);
  for (const use of ['cookie', 'linkToken', 'network'] as const) {
    expect(after[use]).not.toEqual(before[use]);
    expect(after[use]).toEqual(accountKeys(newSecret)[use]);
  }
});

it('treats a secret with commas as one when its parts are too short', () => {
  const secret = `${'a'.repeat(20)},${'b'.repeat(20)}`;
  expect(accountKeys(secret).identity).not.toEqual(accountKeys('b'.repeat(20)).identity);
  expect(accountKeys(`${'n'.repeat(32)},${'o'.repeat(32)}`).identity).toEqual(
    accountKeys('o'.repeat(32)).identity,
  );
});

it('derives the same keys and hashes in every release', () => {
  const keys = Object.entries(accountKeys('a secret of 32 letters, as it is made'));
  expect(Object.fromEntries(keys.map(([use, key]) => [use, key.toString('hex').slice(0, 16)]))).toEqual({
    cookie: '72978fa0eeeb3879',
    linkToken: 'ca5261a20a19e5ee',
    identity: '797eeceee4c7af79',
    network: 'bd02527f8b758b02',
  });
  const key = Buffer.alloc(32, 1);
  expect(identityHash(key, 'google', '42')).toBe(
    'b7894bf64fdf8c5cb7e09904163da04f42d9300931cbbc7cc3fcac93e5f2d7b0',
  );
  expect(networkHash(key, '203.0.113.7')).toBe('8dcbe13a1d06d9b7afb8f43a4194791f');
  expect(linkTokenDigest(key, 'p', 'k').toString('hex')).toBe(
    'd3a651dfb278605e2f71d702443d2af73425bd4875d217de789aee6759915f9c',
  );
  expect(hashToken('token').toString('hex')).toBe(
    '3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0',
  );
  expect(newToken()).toMatch(/^[\w-]{43}$/);
});
