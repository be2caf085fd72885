// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';

/** When the player's pause ends; null: not paused. */
export async function findPauseEnd(db: Queryable, playerId: string, now: Date): Promise<Date | null> {
  const { until } = await db.one<{ until: Date | null }>(sql`
    select max(until_at) as until from play_pauses where player_id = ${playerId} and until_at > ${now}`);
  return until;
}

export async function insertPause(
  tx: Tx,
  pause: { playerId: string; beganAt: Date; until: Date },
): Promise<void> {
  await tx.run(sql`
    insert into play_pauses (player_id, began_at, until_at)
    values (${pause.playerId}, ${pause.beganAt}, ${pause.until})`);
}

export interface PauseRow {
  id: string;
  beganAt: Date;
  until: Date;
}

const pausesListed = 100;

/** The newest pauses of a player, newest first. */
export function listPauses(db: Queryable, playerId: string): Promise<PauseRow[]> {
  return db.rows(sql`
    select id, began_at, until_at as until from play_pauses
    where player_id = ${playerId} order by id desc limit ${pausesListed}`);
}
