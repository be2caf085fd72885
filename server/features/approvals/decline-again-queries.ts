// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/database.ts';
import type { JournalEntries } from '../../platform/journal/entries.ts';

/** After a restore, closes changes again that had been declined. @returns their ids */
export async function declineAgain(
  tx: Tx,
  noted: readonly JournalEntries['declined'][],
  { at }: { at: Date },
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    update approvals a set status = noted.status, decided_at = ${at}, input = null,
      decision_reason = 'Carried out again after the database was restored'
    from unnest(${noted.map(({ approvalId }) => approvalId)}::uuid[], ${noted.map(({ status }) => status)}::text[])
      noted (id, status)
    where a.id = noted.id and a.status = 'waiting' returning a.id`);
  return rows.map(({ id }) => id);
}
