// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';

/** A position on a board, and how many players were ahead of it when the mark was set. */
export interface Mark {
  xp: number;
  reachedAt: Date;
  ahead: number;
}

/** The last mark that is not behind the given score. */
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

/** The last mark with at most `places` players ahead of it; its time as text, to keep the microseconds. */
export function findMarkAbove(
  db: Queryable,
  board: string,
  places: number,
): Promise<Pick<Passed, 'xp' | 'reachedAt' | 'ahead'> | undefined> {
  return db.row(sql`
    select xp, reached_at::text as reached_at, ahead from board_marks
    where board = ${board} and ahead <= ${places} order by ahead desc limit 1`);
}

/** A score that a walk down a board has passed; times as text, to keep the microseconds. */
export interface Passed {
  xp: number;
  reachedAt: string;
  /** Players with more XP, or with the same XP reached earlier. */
  ahead: number;
  /** How many players the walk has passed, including this one. */
  place: number;
}

/**
 * The last score that the walk down a board passed; undefined at the top. Locks the walk until the transaction ends.
 */
export async function lockWalk(tx: Tx, board: string): Promise<Passed | undefined> {
  await tx.run(sql`select pg_advisory_xact_lock(7443, hashtext(${board}))`);
  return tx.row<Passed>(sql`
    select marked_xp as xp, marked_reached_at::text as reached_at, marked_ahead as ahead, marked_ahead as place
    from boards where board = ${board} and marked_xp is not null`);
}

export async function storeWalk(tx: Tx, board: string, last: Passed | undefined): Promise<void> {
  await tx.run(sql`
    update boards set marked_xp = ${last?.xp ?? null}, marked_ahead = ${last?.place ?? null},
      marked_reached_at = ${last?.reachedAt ?? null}::timestamptz
    where board = ${board}`);
}

/**
 * Continues after a score, past `count` others plus any reached at the same moment as the last of them. Walks either
 * the players with the same XP or those with less, so that the index returns them in board order and nothing is sorted.
 * @returns the scores whose place is a multiple of `spacing`, and the last one
 */
export function walkOn(
  tx: Tx,
  board: string,
  { after, side, count }: { after: Passed | undefined; side: 'as much' | 'less'; count: number },
  spacing: number,
): Promise<Passed[]> {
  const behind =
    side === 'less'
      ? sql`xp < ${after?.xp ?? Number.MAX_SAFE_INTEGER}::bigint`
      : sql`xp = ${after?.xp ?? 0}::bigint and reached_at > ${after?.reachedAt ?? '-infinity'}::timestamptz`;
  const passed = after?.place ?? 0;
  return tx.rows<Passed>(sql`
    select xp, reached_at::text as reached_at, ${passed}::bigint + ahead as ahead, ${passed}::bigint + place as place
    from (
      select xp, reached_at, row_number() over ranked as place, rank() over ranked - 1 as ahead,
        lead(xp) over ranked is null as is_last
      from (
        select xp, reached_at from board_scores where board = ${board} and xp > 0 and ${behind}
        order by xp desc, reached_at fetch first ${count} rows with ties) scores
      window ranked as (order by xp desc, reached_at)) walked
    where is_last or (${passed}::bigint + place) % ${spacing} = 0
    order by place`);
}

/** Replaces the marks after a score, down to another one or to the end. */
export async function setMarks(
  tx: Tx,
  board: string,
  { after, to }: { after: Passed | undefined; to: Passed | undefined },
  marks: readonly Passed[],
): Promise<void> {
  const behind = (score: Passed) =>
    sql`(xp < ${score.xp} or (xp = ${score.xp} and reached_at > ${score.reachedAt}::timestamptz))`;
  await tx.run(sql`
    delete from board_marks where board = ${board}
      and ${after ? behind(after) : sql`true`} and ${to ? sql`not ${behind(to)}` : sql`true`}`);
  await tx.run(sql`
    insert into board_marks (board, xp, reached_at, ahead)
    select ${board}, xp, reached_at, ahead
    from unnest(${marks.map(({ xp }) => xp)}::bigint[], ${marks.map(({ reachedAt }) => reachedAt)}::timestamptz[],
      ${marks.map(({ ahead }) => ahead)}::bigint[]) as mark (xp, reached_at, ahead)
    on conflict do nothing`);
}

/** Deletes the marks of all boards except these. */
export async function forgetMarks(tx: Tx, boards: readonly string[]): Promise<void> {
  await tx.run(sql`delete from board_marks where board <> all (${[...boards]})`);
}

/** The boards among these that have more than this many players. */
export async function listBoardsAbove(
  db: Queryable,
  boards: readonly string[],
  players: number,
): Promise<string[]> {
  const rows = await db.rows<{ board: string }>(sql`
    select board from boards where board = any (${[...boards]}) and players > ${players} order by board`);
  return rows.map(({ board }) => board);
}
