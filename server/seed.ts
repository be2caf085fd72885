// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Feature } from './feature.ts';
import type { Database } from './platform/db/database.ts';

/**
 * Fills an empty database with demo data; each kind of it only where there is none of that kind. Only for a full sandbox.
 * Safe to call from many processes at once.
 */
export async function seedDemo(db: Database, features: readonly Feature[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(7414003)`);
    for (const { seed } of features) await seed?.(tx);
  });
}
