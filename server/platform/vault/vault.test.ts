// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createVault } from './vault.ts';

const first = { id: 'first', key: randomBytes(32) };
const second = { id: 'second', key: randomBytes(32) };
const fingerprintKey = randomBytes(32);
const vault = createVault({ keys: [first], fingerprintKey });
const rotated = createVault({ keys: [second, first], fingerprintKey });

it('opens what it sealed, and never seals alike', () => {
  const [one, other] = [vault.seal('ABCD-1234 Ω', 'row'), vault.seal('ABCD-1234 Ω', 'row')];
  expect(vault.open(one, 'row')).toBe('ABCD-1234 Ω');
  expect(one.ciphertext.equals(other.ciphertext)).toBe(false);
  expect(one.ciphertext.includes('ABCD')).toBe(false);
});

it('opens nothing for another row, and nothing that was changed', () => {
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

it('seals by the first key and opens by all, until one is taken away', () => {
  const old = vault.seal('ABCD-1234', 'row');
  expect(rotated.open(old, 'row')).toBe('ABCD-1234');
  expect(rotated.seal('ABCD-1234', 'row').keyId).toBe('second');
  const afterwards = createVault({ keys: [second], fingerprintKey });
  expect(() => afterwards.open(old, 'row')).toThrow('no key first is configured');
  expect(() => createVault({ keys: [], fingerprintKey })).toThrow('needs a key');
});

it('knows a text again under any keys, and only with the same secret', () => {
  expect(rotated.fingerprint('ABCD')).toEqual(vault.fingerprint('ABCD'));
  expect(vault.fingerprint('ABCE')).not.toEqual(vault.fingerprint('ABCD'));
  const elsewhere = createVault({ keys: [first], fingerprintKey: randomBytes(32) });
  expect(elsewhere.fingerprint('ABCD')).not.toEqual(vault.fingerprint('ABCD'));
});
