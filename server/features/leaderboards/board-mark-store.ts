// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';

/** A place on a board, and how many were ahead of it when it was set. */
export interface Mark {
  xp: number;
  reachedAt: Date;
  ahead: number;
}

/** The last mark that is not behind a score. */
export function findMark(
  db: Queryable,
  board: string,
  { xp, reachedAt }: Pick<Mark, 'xp' | 'reachedAt'>,
): Promise<Mark | undefined> {
  return db.row<Mark>(sql`
    select xp, reached_at, ahead from (
      (select xp, reached_at, ahead from board_marks
        where board = ${board} and xp = ${xp} and reached_at <= ${reachedAt} order by reached_at desc limit 1)
      union all
      (select xp, reached_at, ahead from board_marks
        where board = ${board} and xp > ${xp} order by xp, reached_at desc limit 1)) found
    order by xp, reached_at desc limit 1`);
}

/** Replaces the marks of a board by new ones, `spacing` places apart. */
export async function setMarks(tx: Tx, board: string, spacing: number): Promise<void> {
  await tx.run(sql`delete from board_marks where board = ${board}`);
  await tx.run(sql`
    insert into board_marks (board, xp, reached_at, ahead)
    select distinct on (xp, reached_at) ${board}, xp, reached_at, ahead from (
      select xp, reached_at, row_number() over ranked as place, rank() over ranked - 1 as ahead
      from board_scores where board = ${board} and xp > 0
      window ranked as (order by xp desc, reached_at)) s
    where place > ${spacing} and place % ${spacing} = 0`);
}

/** Forgets the marks of all boards but these. */
export async function forgetMarks(tx: Tx, boards: readonly string[]): Promise<void> {
  await tx.run(sql`delete from board_marks where board <> all (${[...boards]})`);
}

/** Those of these boards that have more players than this. */
export async function listBoardsAbove(
  db: Queryable,
  boards: readonly string[],
  players: number,
): Promise<string[]> {
  const rows = await db.rows<{ board: string }>(sql`
    select board from boards where board = any (${[...boards]}) and players > ${players} order by board`);
  return rows.map(({ board }) => board);
}
