// SPDX-License-Identifier: Apache-2.0

import type { Database } from '../../platform/db/database.ts';
import { countLeaves, holdCount, keepCount } from './movement-store.ts';

/** Leaves per transaction: the first time there may be millions. */
const defaultBatch = 20_000;

/** Adds what was sealed since the last time to the totals. Concurrent calls wait for each other. */
export async function countMovements({
  db,
  batch = defaultBatch,
}: {
  db: Database;
  batch?: number;
}): Promise<void> {
  let isMore = true;
  while (isMore) {
    isMore = await db.reports.transaction(async (tx) => {
      const from = await holdCount(tx);
      const counted = await countLeaves(tx, { from, until: from + batch });
      await keepCount(tx, from + counted);
      return counted === batch;
    });
  }
}
