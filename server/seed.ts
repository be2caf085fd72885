// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Feature } from './feature.ts';
import type { Database } from './platform/db/database.ts';

/**
 * Fills an empty database with demo data, each kind only if none of it exists. Only for a full sandbox. Many processes
 * may call it at the same time.
 */
export async function seedDemo(db: Database, features: readonly Feature[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(7414003)`);
    for (const { seed } of features) await seed?.(tx);
  });
}
