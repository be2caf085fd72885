// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { Sealed } from '../../platform/vault/vault.ts';

export interface PublicKeyRow {
  number: number;
  keyId: string;
  publicKey: Buffer;
  fromSize: number;
  vouch: Buffer | null;
}

/** From the first key to the current one. */
export function listKeys(db: Queryable): Promise<PublicKeyRow[]> {
  return db.rows(sql`select number, key_id, public_key, from_size, vouch from seal_keys order by number`);
}

export interface StoredKey extends PublicKeyRow {
  sealed: Sealed;
}

/** The current key, with its private half encrypted. */
export async function findCurrentKey(db: Queryable): Promise<StoredKey | undefined> {
  const row = await db.row<PublicKeyRow & { sealedBy: string; nonce: Buffer; ciphertext: Buffer }>(sql`
    select number, key_id, public_key, from_size, vouch, sealed_by, nonce, ciphertext from seal_keys
    order by number desc limit 1`);
  if (!row) return undefined;
  const { sealedBy, nonce, ciphertext, ...key } = row;
  return { ...key, sealed: { keyId: sealedBy, nonce, ciphertext } };
}

export async function insertKey(tx: Tx, { sealed, ...key }: StoredKey, now: Date): Promise<void> {
  await tx.run(sql`
    insert into seal_keys (number, key_id, public_key, from_size, vouch, made_at, sealed_by, nonce, ciphertext)
    values (${key.number}, ${key.keyId}, ${key.publicKey}, ${key.fromSize}, ${key.vouch}, ${now},
      ${sealed.keyId}, ${sealed.nonce}, ${sealed.ciphertext})`);
}
