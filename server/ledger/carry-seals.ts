// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import { deriveLastingKey } from '../platform/secrets.ts';

const blockBytes = 64;

/** The two keys of an HMAC-SHA-256 (RFC 2104). With them the database seals millions of rows in one statement. */
export interface SealPads {
  inner: Buffer;
  outer: Buffer;
}

export function carrySealPads(appSecret: string): SealPads {
  const key = Buffer.alloc(blockBytes);
  deriveLastingKey(appSecret, 'carried-transfers').copy(key);
  const padded = (byte: number) => key.map((one) => one ^ byte);
  return { inner: Buffer.from(padded(0x36)), outer: Buffer.from(padded(0x5c)) };
}

const sealText = (text: Sql, { inner, outer }: SealPads) => sql`
  sha256(${outer}::bytea || sha256(${inner}::bytea || convert_to(${text}, 'UTF8')))`;

/** For a row `c` of carried_wallets. */
export const walletSeal = (pads: SealPads) =>
  sealText(
    sql`concat_ws('|', 'wallet', c.player_id, c.currency, c.type, c.earned, c.spent, c.transfers, c.first_id, c.last_id)`,
    pads,
  );

/** For a row `c` of carried_months; `before` is the seal of the month before, or null. */
export const monthSeal = (before: Sql, pads: SealPads) =>
  sealText(
    sql`concat('month|', c.part, '|', c.number, '|', c.until_id, '|', c.transfers, '|', extract(epoch from c.first_at), '|',
      extract(epoch from c.last_at), '|', encode(${before}, 'hex'), '|', c.flows)`,
    pads,
  );
