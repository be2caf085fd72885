// SPDX-License-Identifier: Apache-2.0

import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveLastingKey } from '../../../platform/secrets.ts';

/**
 * Tokens for a mail's List-Unsubscribe header (RFC 8058). A token identifies the player, and can only end the daily
 * mail, without a session. It is never stored.
 */
export interface UnsubscribeTokens {
  make(playerId: string): string;
  /** Undefined if it is not one of ours. */
  read(token: string): string | undefined;
}

const idBytes = 16;

export function unsubscribeTokens(appSecret: string): UnsubscribeTokens {
  const key = deriveLastingKey(appSecret, 'daily-mail-unsubscribe');
  const sign = (id: Buffer) => createHmac('sha256', key).update(id).digest().subarray(0, 20);
  return {
    make(playerId) {
      const id = Buffer.from(playerId.replaceAll('-', ''), 'hex');
      return Buffer.concat([id, sign(id)]).toString('base64url');
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      const id = bytes.subarray(0, idBytes);
      const signature = bytes.subarray(idBytes);
      const expected = sign(id);
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
