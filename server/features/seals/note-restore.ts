// SPDX-License-Identifier: Apache-2.0

import type { Database } from '../../platform/db/database.ts';
import type { SealKeys } from './seal-keys.ts';
import { insertRestore } from './seal-restore-store.ts';
import { holdLog } from './seal-store.ts';

/**
 * Signs and publishes what the operator says about a restore (docs/rules/sealed-ledger.md, 17). Before anything serves:
 * its size is the ledger's at this moment, and what browsers saw beyond it is what was lost.
 * @param reason one line that everybody can read
 * @returns how many entries the ledger has
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
