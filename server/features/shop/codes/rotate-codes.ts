// SPDX-License-Identifier: Apache-2.0

import type { Database } from '../../../platform/db/database.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { countByKey, listCodesOfOtherKeys, resealCodes } from './gift-card-code-store.ts';

/** Few, because a checkout skips codes that are being written, and this must not lock all of a small stock. */
const atOnce = 20;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Re-encrypts every code that does not use the current key, while the shop keeps running. After an interruption,
 * calling it again continues where it stopped.
 * @returns how many codes it re-encrypted, and how many each key then has
 */
export async function rotateCodes({
  db,
  vault,
  onSealed = () => {},
}: {
  db: Database;
  vault: Vault;
  /** Called with the number of codes re-encrypted so far. */
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
