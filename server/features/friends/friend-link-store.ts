// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts';

export interface LinkRow {
  code: string;
  expiresAt: Date;
}

export function findLink(db: Queryable, playerId: string, now: Date): Promise<LinkRow | undefined> {
  return db.row<LinkRow>(sql`
    select code, expires_at from friend_links where player_id = ${playerId} and expires_at > ${now}`);
}

/** The owner of a link, unless they are suspended or deleted. */
export async function findLinkOwner(db: Queryable, code: string, now: Date): Promise<string | undefined> {
  const row = await db.row<{ playerId: string }>(sql`
    select l.player_id from friend_links l join player_states s on s.id = l.player_id
    where l.code = ${code} and l.expires_at > ${now} and s.suspended_at is null and s.deleted_at is null`);
  return row?.playerId;
}

export async function saveLink(tx: Tx, playerId: string, { code, expiresAt }: LinkRow): Promise<void> {
  await tx.run(sql`
    insert into friend_links (player_id, code, expires_at) values (${playerId}, ${code}, ${expiresAt})
    on conflict (player_id) do update set code = excluded.code, expires_at = excluded.expires_at`);
}

export async function deleteLink(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`delete from friend_links where player_id = ${playerId}`);
}

export async function deleteOldLinks(db: Queryable, now: Date): Promise<void> {
  await deleteInBatches(db, sql`friend_links`, sql`expires_at <= ${now}`);
}
