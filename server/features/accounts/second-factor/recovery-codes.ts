// SPDX-License-Identifier: Apache-2.0

import { createHmac, randomInt } from 'node:crypto';
import { deriveLastingKey } from '../../../platform/secrets.ts';

const recoveryCodeCount = 10;
/** As of a link token: nothing that is mistaken for something else. 80 bits, so that guessing a kept hash leads nowhere. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const recoveryCodeLength = 16;

/** Sixteen signs in groups of four. */
function newRecoveryCode(): string {
  const signs = Array.from({ length: recoveryCodeLength }, () => alphabet[randomInt(alphabet.length)]);
  return signs.join('').replace(/.{4}(?=.)/g, '$&-');
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, newRecoveryCode);
}

/** What the database keeps of a recovery code; the same however it was typed. */
export function hashRecoveryCode(appSecret: string, playerId: string, code: string): Buffer {
  const key = deriveLastingKey(appSecret, 'recovery-codes');
  return createHmac('sha256', key)
    .update(`${playerId}:${code.replaceAll('-', '')}`)
    .digest();
}
