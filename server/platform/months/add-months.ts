// SPDX-License-Identifier: Apache-2.0

import type { Database } from '../db/database.ts';
import { tryForLocks } from '../db/try-for-locks.ts';
import { addMonth, listPartedTables, numberByMonth, waitBriefly } from './month-part-store.ts';

/** How many months in advance partitions are created. */
const monthsAhead = 3;
const maxTries = 30;

/**
 * Creates the partitions of this month and the next ones, each when its lock is free; existing ones stay. For tables with
 * ids by month, advances the ids to this month's range.
 */
export async function addMonths(db: Database): Promise<void> {
  for (const table of await listPartedTables(db)) {
    for (let ahead = 0; ahead <= monthsAhead; ahead++) {
      await tryForLocks(
        (lockMs) =>
          db.transaction(async (tx) => {
            await waitBriefly(tx, lockMs);
            await addMonth(tx, table, ahead);
          }),
        maxTries,
      );
    }
    await numberByMonth(db, table);
  }
}
