// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { Vault } from '../../../platform/vault/vault.ts';
import { maskCode, sameCodeText } from '../rules.ts';
import type { SealedCode } from './gift-card-code-store.ts';

/** What two prints of the same code have in common. */
export function getFingerprint(vault: Vault, code: string): Buffer {
  return vault.fingerprint(sameCodeText(code));
}

/** A code (trimmed, without fault) ready to be stored, bound to the row that it gets. */
export function sealCode(vault: Vault, code: string): SealedCode {
  const id = randomUUID();
  return {
    id,
    ...vault.seal(code, id),
    fingerprint: getFingerprint(vault, code),
    masked: maskCode(code),
  };
}
