// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { Vault } from '../../../platform/vault/vault.ts';
import { maskCode, sameCodeText } from '../rules.ts';
import type { SealedCode } from './gift-card-code-store.ts';

/** The same for every spelling of the same code. */
export function getFingerprint(vault: Vault, code: string): Buffer {
  return vault.fingerprint(sameCodeText(code));
}

/** Encrypts a code (trimmed, valid) for storage, bound to its future row. */
export function sealCode(vault: Vault, code: string): SealedCode {
  const id = randomUUID();
  return {
    id,
    ...vault.seal(code, id),
    fingerprint: getFingerprint(vault, code),
    masked: maskCode(code),
  };
}
