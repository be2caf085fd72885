// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { JournalEntries } from '../../../platform/journal/entries.ts';
import type { Restored } from '../../../ports.ts';
import { setStatus } from './purchase-store.ts';

type Noted = readonly JournalEntries['sent-elsewhere'][];

const asTable = (noted: Noted) => sql`
  unnest(${noted.map(({ purchaseId }) => purchaseId)}::uuid[], ${noted.map(({ isElsewhere }) => isElsewhere)}::boolean[])
    noted (id, is_elsewhere)`;

/**
 * Marks cards again as sent another way, or as once sent where the mark was removed since: otherwise a restored
 * database would send them twice.
 * @returns the purchases whose buyer may have the card without this database's knowledge
 */
export async function markElsewhereAgain(tx: Tx, noted: Noted, { at }: Restored): Promise<string[]> {
  const rows = await tx.rows<{ id: string; isSent: boolean; isUnknown: boolean }>(sql`
    select * from (
      select p.id, p.status = 'on_its_way' and noted.is_elsewhere as is_sent,
        not (p.is_elsewhere or p.was_elsewhere) as is_unknown
      from ${asTable(noted)} join purchases p on p.id = noted.id) here
    where is_sent or is_unknown order by id`);
  for (const { id, isSent } of rows) {
    if (isSent) await setStatus(tx, id, 'delivered', at, true);
    else await tx.run(sql`update purchases set was_elsewhere = true where id = ${id}`);
  }
  return rows.flatMap(({ id, isUnknown }) => (isUnknown ? id : []));
}

/** Purchases missing from this database whose card was sent another way. */
export async function listAbsentElsewhere(db: Queryable, noted: Noted): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select noted.id from ${asTable(noted)} where not exists (select from purchases p where p.id = noted.id)
    order by noted.id`);
  return rows.map(({ id }) => id);
}
