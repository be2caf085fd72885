// SPDX-License-Identifier: Apache-2.0

import { createHmac, randomInt } from 'node:crypto';
import { deriveLastingKey } from '../../../platform/secrets.ts';

const recoveryCodeCount = 10;
/** Like a link token: no characters that are easily confused. 80 bits make guessing a stored hash hopeless. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const recoveryCodeLength = 16;

/** Sixteen characters in groups of four. */
function newRecoveryCode(): string {
  const signs = Array.from({ length: recoveryCodeLength }, () => alphabet[randomInt(alphabet.length)]);
  return signs.join('').replace(/.{4}(?=.)/g, '$&-');
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, newRecoveryCode);
}

/** The hash of a recovery code that the database stores; hyphens make no difference. */
export function hashRecoveryCode(appSecret: string, playerId: string, code: string): Buffer {
  const key = deriveLastingKey(appSecret, 'recovery-codes');
  return createHmac('sha256', key)
    .update(`${playerId}:${code.replaceAll('-', '')}`)
    .digest();
}
