// SPDX-License-Identifier: Apache-2.0

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/**
 * Encrypts short secrets that are worth money (docs/decisions/0011): AES-256-GCM under the first key of a ring, with
 * the key's id beside the ciphertext, so that keys can be replaced while older ciphertexts stay readable. Each
 * ciphertext is bound to its row: copied into another row, it cannot be decrypted.
 */

export interface VaultKey {
  id: string;
  /** 32 bytes. */
  key: Buffer;
}

export interface Sealed {
  keyId: string;
  /** 12 random bytes; a key must be replaced after some 10^9 secrets, since one might repeat. */
  nonce: Buffer;
  /** Ends with the 16-byte tag. */
  ciphertext: Buffer;
}

export interface Vault {
  /** Id of the key that currently encrypts. */
  readonly currentKeyId: string;
  /** @param boundTo the secret's owner, such as its row's id; needed again to decrypt it */
  seal(secret: string, boundTo: string): Sealed;
  /** Whether the key that encrypted it is in the ring. */
  canOpen(sealed: Sealed): boolean;
  /** @throws if the key is missing, or anything was altered or belongs to a different owner */
  open(sealed: Sealed, boundTo: string): string;
  /** 32 bytes, the same for the same text under any keys: shows whether a secret is known without decrypting any. */
  fingerprint(text: string): Buffer;
}

const cipher = 'aes-256-gcm';
const tagBytes = 16;
const nonceBytes = 12;

/** @param keys the first one encrypts, all of them decrypt */
export function createVault({
  keys,
  fingerprintKey,
}: {
  keys: readonly VaultKey[];
  fingerprintKey: Buffer;
}): Vault {
  const [current] = keys;
  if (!current) throw new Error('a vault needs a key');
  const ring = new Map(keys.map(({ id, key }) => [id, key]));
  return {
    currentKeyId: current.id,
    seal(secret, boundTo) {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, current.key, nonce).setAAD(Buffer.from(boundTo));
      const text = [sealing.update(secret, 'utf8'), sealing.final()];
      return { keyId: current.id, nonce, ciphertext: Buffer.concat([...text, sealing.getAuthTag()]) };
    },
    canOpen: ({ keyId }) => ring.has(keyId),
    open({ keyId, nonce, ciphertext }, boundTo) {
      const key = ring.get(keyId);
      if (!key) throw new Error(`no key ${keyId} is configured (CODE_KEYS)`);
      const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(boundTo))
        .setAuthTag(ciphertext.subarray(-tagBytes));
      return opening.update(ciphertext.subarray(0, -tagBytes), undefined, 'utf8') + opening.final('utf8');
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest(),
  };
}
