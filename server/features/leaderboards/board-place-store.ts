// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';

/** Boards of past weeks whose places are not stored yet, oldest first. */
export async function listBoardsToClose(db: Queryable, present: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ board: string }>(sql`
    select board from boards where board like 'week:%' and board < ${present} and closed_at is null
    order by board limit ${limit}`);
  return rows.map(({ board }) => board);
}

/** Locks a board, which serializes closing it and changing a past week. */
export async function lockBoard(tx: Tx, board: string): Promise<void> {
  await tx.run(sql`select from boards where board = ${board} for update`);
}

/**
 * Stores the first `count` players of a past board.
 * @returns the players whose place changed, including those who lost one
 */
export async function storePlaces(
  tx: Tx,
  { board, endedAt, count, at }: { board: string; endedAt: Date; count: number; at: Date },
): Promise<string[]> {
  const rows = await tx.rows<{ playerId: string }>(sql`
    with present as (
      select player_id, row_number() over (order by xp desc, reached_at, player_id) as rank from board_scores
      where board = ${board} and xp > 0 order by xp desc, reached_at, player_id limit ${count}
    ), gone as (
      delete from board_places p where board = ${board} and player_id not in (select player_id from present)
      returning player_id
    ), kept as (
      insert into board_places as p (board, player_id, rank, ended_at)
      select ${board}, player_id, rank, ${endedAt} from present
      on conflict (board, player_id) do update set rank = excluded.rank where p.rank <> excluded.rank
      returning player_id
    )
    select player_id from gone union select player_id from kept order by player_id`);
  await tx.run(sql`update boards set closed_at = ${at} where board = ${board}`);
  return rows.map(({ playerId }) => playerId);
}

/** Whether a board is closed. Prevents it from being closed until the transaction ends. */
export async function isClosed(tx: Tx, board: string): Promise<boolean> {
  const row = await tx.row<{ closedAt: Date | null }>(sql`
    select closed_at from boards where board = ${board} for key share`);
  return row?.closedAt != null;
}

export function countPlaces(
  db: Queryable,
  playerId: string,
): Promise<{ weeksInTop10: number; weeksInTop3: number; weeksWon: number }> {
  return db.one(sql`
    select count(*) as weeks_in_top10, count(*) filter (where rank <= 3) as weeks_in_top3,
      count(*) filter (where rank = 1) as weeks_won
    from board_places where player_id = ${playerId}`);
}

/** When the n-th week ended in which the player had this place or better. */
export async function getNthPlaceAt(
  db: Queryable,
  { playerId, rank, n }: { playerId: string; rank: number; n: number },
): Promise<Date | undefined> {
  const row = await db.row<{ endedAt: Date }>(sql`
    select ended_at from board_places where player_id = ${playerId} and rank <= ${rank}
    order by ended_at limit 1 offset ${n - 1}`);
  return row?.endedAt;
}
