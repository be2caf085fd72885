// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';

/** Records who created or edited a locked promotion: from then on it pays them nothing. What it paid them before stays. */
export async function recordEditor(tx: Tx, eventId: string, playerId: string): Promise<void> {
  await tx.run(sql`
    insert into event_editors (event_id, player_id) values (${eventId}, ${playerId}) on conflict do nothing`);
}

/**
 * Whether a player created or edited a promotion. Call it with the promotion locked, so that it waits for concurrent
 * edits.
 */
export async function isEditor(tx: Tx, eventId: string, playerId: string): Promise<boolean> {
  const row = await tx.row(sql`
    select from event_editors where event_id = ${eventId} and player_id = ${playerId}`);
  return row !== undefined;
}

export async function findEditors(db: Queryable, eventId: string): Promise<Set<string>> {
  const rows = await db.rows<{ playerId: string }>(sql`
    select player_id from event_editors where event_id = ${eventId}`);
  return new Set(rows.map(({ playerId }) => playerId));
}
