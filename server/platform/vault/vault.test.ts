// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createVault } from './vault.ts';

const first = { id: 'first', key: randomBytes(32) };
const second = { id: 'second', key: randomBytes(32) };
const fingerprintKey = randomBytes(32);
const vault = createVault({ keys: [first], fingerprintKey });
const rotated = createVault({ keys: [second, first], fingerprintKey });

it('decrypts what it encrypted, never to the same ciphertext twice', () => {
  const [one, other] = [vault.seal('ABCD-1234 Ω', 'row'), vault.seal('ABCD-1234 Ω', 'row')];
  expect(vault.open(one, 'row')).toBe('ABCD-1234 Ω');
  expect(one.ciphertext.equals(other.ciphertext)).toBe(false);
  expect(one.ciphertext.includes('ABCD')).toBe(false);
});

it('decrypts nothing for another row or after any change', () => {
  const sealed = vault.seal('ABCD-1234', 'row');
  expect(() => vault.open(sealed, 'another row')).toThrow();
  for (const part of ['nonce', 'ciphertext'] as const) {
    for (let index = 0; index < sealed[part].length; index++) {
      const changed = Buffer.from(sealed[part]);
      changed[index] = (changed[index] as number) ^ 1;
      expect(() => vault.open({ ...sealed, [part]: changed }, 'row')).toThrow();
    }
  }
  expect(() => vault.open({ ...sealed, ciphertext: sealed.ciphertext.subarray(1) }, 'row')).toThrow();
});

it('encrypts with the first key and decrypts with all configured keys', () => {
  const old = vault.seal('ABCD-1234', 'row');
  expect(rotated.open(old, 'row')).toBe('ABCD-1234');
  expect(rotated.seal('ABCD-1234', 'row').keyId).toBe('second');
  const afterwards = createVault({ keys: [second], fingerprintKey });
  expect(() => afterwards.open(old, 'row')).toThrow('no key first is configured');
  expect(() => createVault({ keys: [], fingerprintKey })).toThrow('needs a key');
});

it('gives a text the same fingerprint with any keys, but only with the same secret', () => {
  expect(rotated.fingerprint('ABCD')).toEqual(vault.fingerprint('ABCD'));
  expect(vault.fingerprint('ABCE')).not.toEqual(vault.fingerprint('ABCD'));
  const elsewhere = createVault({ keys: [first], fingerprintKey: randomBytes(32) });
  expect(elsewhere.fingerprint('ABCD')).not.toEqual(vault.fingerprint('ABCD'));
});
