// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Database } from '../../server/platform/db/database.ts';

/** As if a month of transfers had left the database, the last of them made at `lastAt`. */
export async function carryMonthUntil(db: Database, lastAt: Date): Promise<void> {
  const part = `carried until ${lastAt.toISOString()}`;
  await db.run(sql`
    insert into archives (part, table_name, until_key, state, row_count, manifest_hash, dropped_at)
    values (${part}, 'transfers', '1', 'dropped', 1, sha256('x'), now())`);
  await db.run(sql`
    insert into carried_months (part, number, until_id, transfers, first_at, last_at, flows, seal)
    select ${part}, count(*) + 1, count(*) - 10, 1, ${lastAt}, ${lastAt}, '[]', sha256('x') from carried_months`);
}
