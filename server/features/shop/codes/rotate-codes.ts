// SPDX-License-Identifier: Apache-2.0

import type { Database } from '../../../platform/db/database.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { countByKey, listCodesOfOtherKeys, resealCodes } from './gift-card-code-store.ts';

/** Few: a checkout passes over codes that are being written, and must not find all of a small stock so. */
const atOnce = 20;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Seals every code again that another than the current key has sealed, beside a running shop. Interrupted, it goes on
 * where it was when it is called again.
 * @returns how many it sealed, and how many codes each key has sealed afterwards
 */
export async function rotateCodes({
  db,
  vault,
  onSealed = () => {},
}: {
  db: Database;
  vault: Vault;
  /** Told how many are sealed so far. */
  onSealed?: (resealed: number) => void;
}): Promise<{ resealed: number; byKey: { keyId: string; codes: number }[] }> {
  let resealed = 0;
  let after = beforeAll;
  for (;;) {
    const batch = await listCodesOfOtherKeys(db, { keyId: vault.currentKeyId, after, atMost: atOnce });
    const last = batch.at(-1);
    if (!last) return { resealed, byKey: await countByKey(db) };
    resealed += await resealCodes(
      db,
      batch.map((old) => ({ old, fresh: vault.seal(vault.open(old, old.id), old.id) })),
    );
    onSealed(resealed);
    after = last.id;
  }
}
