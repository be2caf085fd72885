// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { NotedDecline } from './journal-entries.ts';

/** Whether a change waits here that had been declined, as after a restore. */
export async function isDeclineLacking(db: Queryable, noted: readonly NotedDecline[]): Promise<boolean> {
  const row = await db.row(sql`
    select from approvals
    where id = any (${noted.map(({ approvalId }) => approvalId)}::uuid[]) and status = 'waiting' limit 1`);
  return row !== undefined;
}

/** Closes it as it had been closed. @returns the ids of those that waited */
export async function declineAgain(tx: Tx, noted: readonly NotedDecline[], at: Date): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    update approvals a set status = noted.status, decided_at = ${at}, input = null,
      decision_reason = 'Carried out again after the database was restored'
    from unnest(${noted.map(({ approvalId }) => approvalId)}::uuid[], ${noted.map(({ status }) => status)}::text[])
      noted (id, status)
    where a.id = noted.id and a.status = 'waiting' returning a.id`);
  return rows.map(({ id }) => id);
}
