// SPDX-License-Identifier: Apache-2.0

import type { Database } from '../db/database.ts';
import { tryForLocks } from '../db/try-for-locks.ts';
import { addMonth, listPartedTables, numberByMonth, waitBriefly } from './part-store.ts';

/** So many months have their part before they begin. */
const monthsAhead = 3;
const maxTries = 30;

/** Makes the parts of this month and the next ones, each in a moment that is free. Harmless where they are there. What counts its ids by months goes on with this one. */
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
