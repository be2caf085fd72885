// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';

/** Marks players whose figures may have changed; those already marked keep their place. */
export async function markDue(db: Queryable, playerIds: readonly string[], dueAt: Date): Promise<void> {
  if (playerIds.length === 0) return;
  await db.run(sql`
    insert into fair_play_checks (player_id, due_at)
    select player_id, ${dueAt} from unnest(${[...playerIds]}::uuid[]) as p (player_id)
    order by player_id on conflict (player_id) do nothing`);
}

/** Takes the player who has waited longest and whom no other run is checking; later changes mark the player again. */
export async function takeDue(tx: Tx, now: Date): Promise<string | undefined> {
  const row = await tx.row<{ playerId: string }>(sql`
    delete from fair_play_checks where player_id = (
      select player_id from fair_play_checks where due_at <= ${now}
      order by due_at, player_id limit 1 for update skip locked)
    returning player_id`);
  return row?.playerId;
}

/** Lets other waiting players be checked first. */
export async function postponeCheck(db: Queryable, playerId: string, dueAt: Date): Promise<void> {
  await db.run(sql`update fair_play_checks set due_at = ${dueAt} where player_id = ${playerId}`);
}
