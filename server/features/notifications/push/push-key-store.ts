// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../../../platform/db/database.ts';
import type { Sealed } from '../../../platform/vault/vault.ts';

export interface StoredPushKeys extends Sealed {
  publicKey: string;
}

export function findPushKeys(db: Queryable): Promise<StoredPushKeys | undefined> {
  return db.row(sql`select public_key, key_id, nonce, ciphertext from push_keys`);
}

/** Whether this installation has created keys, which it uses if none are configured. */
export async function hasOwnPushKeys(db: Queryable): Promise<boolean> {
  return (await findPushKeys(db)) !== undefined;
}

/** If two processes start together, the keys of one are stored, and both use those. */
export async function storePushKeys(
  db: Queryable,
  { publicKey, keyId, nonce, ciphertext }: StoredPushKeys,
): Promise<void> {
  await db.run(sql`
    insert into push_keys (public_key, key_id, nonce, ciphertext)
    values (${publicKey}, ${keyId}, ${nonce}, ${ciphertext}) on conflict do nothing`);
}
