import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { findVerifier } from './signature.ts';

const pair = generateKeyPairSync('ed25519');
const publicKey = new Uint8Array(pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(12));
const message = new TextEncoder().encode('a tree head');
const signature = new Uint8Array(sign(null, message, pair.privateKey));

it.each(['brings Ed25519 along', 'does not'])('verifies signatures where the browser %s', async (what) => {
  if (what === 'does not') {
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('no', 'NotSupportedError'));
  }
  const verify = await findVerifier();
  expect(await verify(publicKey, signature, message)).toBe(true);
  expect(await verify(publicKey, signature, new TextEncoder().encode('another'))).toBe(false);
  expect(await verify(publicKey, signature.toReversed() as typeof signature, message)).toBe(false);
});
