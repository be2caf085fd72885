// SPDX-License-Identifier: Apache-2.0

import type { Database } from '../../platform/db/database.ts';
import type { SealKeys } from './seal-keys.ts';
import { insertRestore } from './seal-restore-store.ts';
import { holdLog } from './seal-store.ts';

/**
 * Signs and publishes the operator's note about a restore (docs/rules/sealed-ledger.md, 17). Runs before any process
 * serves: the note has the ledger's current size, and entries that browsers saw beyond it are the lost ones.
 * @param reason one public line
 * @returns the number of entries in the ledger
 */
export function noteRestore(
  { reason, now }: { reason: string; now: Date },
  { db, keys }: { db: Database; keys: SealKeys },
): Promise<{ size: number }> {
  return db.transaction(async (tx) => {
    const { size } = await holdLog(tx);
    await insertRestore(tx, await keys.signRestore(tx, { size, notedAt: now, reason }));
    return { size };
  });
}
