// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/db/database.ts';

/** The size of the last head in the witness's file; 0 before the first one. */
export async function findWitnessedSize(db: Queryable): Promise<number> {
  const row = await db.row<{ toldSize: number }>(
    sql`select told_size from seal_witnesses where witness = 'file'`,
  );
  return row?.toldSize ?? 0;
}

export async function storeWitnessedSize(db: Queryable, size: number, now: Date): Promise<void> {
  await db.run(sql`
    insert into seal_witnesses (witness, told_size, told_at) values ('file', ${size}, ${now})
    on conflict (witness) do update set told_size = excluded.told_size, told_at = excluded.told_at
    where seal_witnesses.told_size < excluded.told_size`);
}
