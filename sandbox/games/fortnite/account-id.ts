// SPDX-License-Identifier: Apache-2.0

import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

const longestEncodedName = 16;
/** Not a secret: it only spreads the bits, so that ids look like Epic's. */
const key = createHash('sha256').update('sandbox epic account ids').digest().subarray(0, 16);

/**
 * The Epic account id (32 hex digits) of a name, the same for every spelling of upper and lower case.
 * Names of up to 16 bytes are encrypted, not hashed: the id alone leads back to the name, so that ids
 * which an application stored still resolve after the sandbox has restarted.
 */
export function toAccountId(name: string): string {
  const bytes = Buffer.from(name.toLowerCase());
  if (bytes.length > longestEncodedName) {
    return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  }
  const block = Buffer.alloc(longestEncodedName);
  bytes.copy(block);
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('hex');
}

/** @returns the lower-case name, or undefined for an id that no name of up to 16 bytes has. */
export function getName(accountId: string): string | undefined {
  if (!/^[0-9a-f]{32}$/.test(accountId)) return undefined;
  const decipher = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  const block = Buffer.concat([decipher.update(Buffer.from(accountId, 'hex')), decipher.final()]);
  const name = block.toString('utf8').replace(/\0+$/, '');
  return name !== '' && toAccountId(name) === accountId && name === name.toLowerCase() ? name : undefined;
}
