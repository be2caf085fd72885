// SPDX-License-Identifier: Apache-2.0

import { type VerifySignature, verifyByWebCrypto } from '../../contract/seal-proof.ts';
import { loadPart } from './load-part.ts';

/** Any valid key works. */
const probe = new Uint8Array(32).fill(1);

async function hasEd25519(): Promise<boolean> {
  try {
    await crypto.subtle.importKey('raw', probe, 'Ed25519', false, ['verify']);
    return true;
  } catch {
    return false;
  }
}

/** Verifies signatures with the browser, or with a small library if the browser can't. */
export async function findVerifier(): Promise<VerifySignature> {
  // Browsers offer crypto only on secure pages.
  if (!crypto.subtle) throw new Error('This browser can check it only on an https page.');
  if (await hasEd25519()) return verifyByWebCrypto;
  const { verifyAsync } = await loadPart(() => import('@noble/ed25519'));
  return (publicKey, signature, message) => verifyAsync(signature, message, publicKey);
}
