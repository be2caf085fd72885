// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { Vault } from '../../../platform/vault/vault.ts';
import { maskCode, sameCodeText, toSealedText } from '../rules.ts';
import type { SealedCode } from './gift-card-code-store.ts';

/** Equal for every spelling of the same code. */
export function getFingerprint(vault: Vault, code: string): Buffer {
  return vault.fingerprint(sameCodeText(code));
}

/** Encrypts a code and its PIN (trimmed, valid) together for storage, bound to their future row. */
export function sealCode(vault: Vault, code: string, pin = ''): SealedCode {
  const id = randomUUID();
  return {
    id,
    ...vault.seal(toSealedText({ code, pin }), id),
    fingerprint: getFingerprint(vault, code),
    masked: maskCode(code),
  };
}
