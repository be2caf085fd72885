// SPDX-License-Identifier: Apache-2.0

/**
 * The one rule of conflict of interest (docs/rules/conflict-of-interest.md, 1): administrators who created, changed or
 * approved something never gain anything from it, even after losing their role. Every kind of prize or price records
 * its editors here, in the transaction of the change, and checks here before it gives anything.
 */
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from './database.ts';

/** The administrator who made a change, and its approver. */
export interface Writers {
  actorId: string;
  approverId?: string | null;
}

/** @param subject the subject in the audit log: `challenge:<id>` */
export async function recordEditors(
  tx: Tx,
  subject: string,
  { actorId, approverId }: Writers,
  at: Date,
): Promise<void> {
  for (const playerId of [actorId, approverId]) {
    if (playerId) await tx.run(sql`select record_editor(${subject}, ${playerId}, ${at})`);
  }
}

/**
 * Whether a player changed or approved something. Call it once the subject is locked or its terms are read: a
 * transaction that sees the terms of an edit then sees its editors too.
 * @param since only edits from then on count
 */
export async function isEditor(
  db: Queryable,
  subject: string,
  playerId: string,
  since: Date | null = null,
): Promise<boolean> {
  const row = await db.row(sql`
    select from editors where subject = ${subject} and player_id = ${playerId}
      and (${since}::timestamptz is null or edited_at >= ${since})`);
  return row !== undefined;
}

export async function findEditors(db: Queryable, subject: string): Promise<Set<string>> {
  const rows = await db.rows<{ playerId: string }>(
    sql`select player_id from editors where subject = ${subject}`,
  );
  return new Set(rows.map(({ playerId }) => playerId));
}

/**
 * Whether anyone edited it within this time before or after `now`: machines' clocks differ. Call it at the same point
 * as above.
 */
export async function isEditedNear(db: Queryable, subject: string, now: Date, ms: number): Promise<boolean> {
  const row = await db.row(sql`
    select from editors where subject = ${subject}
      and abs(extract(epoch from edited_at - ${now}::timestamptz)) * 1000 < ${ms}::float8 limit 1`);
  return row !== undefined;
}

/** Whether a player edited it, as a condition within a statement. */
export const isEditorOf = (subject: Sql, playerId: Sql): Sql => sql`
  exists (select from editors editor where editor.subject = ${subject} and editor.player_id = ${playerId})`;
