// SPDX-License-Identifier: Apache-2.0

import { generateKeyPairSync, sign } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { verifyByWebCrypto } from '../../contract/seal-proof.ts';
import { findVerifier } from './find-verifier.ts';

const pair = generateKeyPairSync('ed25519');
const publicKey = new Uint8Array(pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(12));
const message = new TextEncoder().encode('a tree head');
const signature = new Uint8Array(sign(null, message, pair.privateKey));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each(['supports Ed25519', 'does not'])('verifies signatures when the browser %s', async (what) => {
  if (what === 'does not') {
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('no', 'NotSupportedError'));
  }
  const verify = await findVerifier();
  expect(verify === verifyByWebCrypto).toBe(what !== 'does not');
  expect(await verify(publicKey, signature, message)).toBe(true);
  expect(await verify(publicKey, signature, new TextEncoder().encode('another'))).toBe(false);
  expect(await verify(publicKey, signature.toReversed() as typeof signature, message)).toBe(false);
});

it('imports the key only for verifying, not for export', async () => {
  const importKey = vi.spyOn(crypto.subtle, 'importKey');
  await findVerifier();
  expect(importKey).toHaveBeenCalledExactlyOnceWith('raw', expect.any(Uint8Array), 'Ed25519', false, [
    'verify',
  ]);
});

it('explains when checking is impossible', async () => {
  vi.stubGlobal('crypto', {});
  await expect(findVerifier()).rejects.toThrow('This browser can check it only on an https page.');
});
