// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { Mark, Passed } from './board-mark-store.ts';

export interface PlayedXp {
  attemptId: string;
  playerId: string;
  xp: number;
  at: Date;
}

/** @returns false if the attempt was counted or taken back before */
export async function insertPlayedXp(tx: Tx, { attemptId, playerId, xp, at }: PlayedXp): Promise<boolean> {
  const row = await tx.row(sql`
    insert into played_xp (attempt_id, player_id, xp, played_at) values (${attemptId}, ${playerId}, ${xp}, ${at})
    on conflict (attempt_id) do nothing returning attempt_id`);
  return row !== undefined;
}

/**
 * Counts an attempt with this XP if it was counted with less or not at all, unless it was taken back.
 * @returns the increase
 */
export async function raisePlayedXp(tx: Tx, played: PlayedXp): Promise<number> {
  if (await insertPlayedXp(tx, played)) return played.xp;
  const raised = await tx.row<{ more: number }>(sql`
    with counted as (
      select attempt_id, xp from played_xp
      where attempt_id = ${played.attemptId} and taken_back_at is null and xp < ${played.xp} for update
    )
    update played_xp p set xp = ${played.xp} from counted where p.attempt_id = counted.attempt_id
    returning p.xp - counted.xp as more`);
  return raised?.more ?? 0;
}

/**
 * Marks the XP of an attempt as taken back, even if it has not been counted yet.
 * @returns the XP that was counted and must come off the boards, if any
 */
export async function takeBackPlayedXp(
  tx: Tx,
  { attemptId, playerId, at }: Omit<PlayedXp, 'xp'>,
): Promise<{ xp: number; playedAt: Date } | undefined> {
  const counted = await tx.row<{ xp: number; playedAt: Date }>(sql`
    update played_xp set taken_back_at = ${at} where attempt_id = ${attemptId} and taken_back_at is null
    returning xp, played_at`);
  if (counted) return counted;
  await tx.run(sql`
    insert into played_xp (attempt_id, player_id, xp, played_at, taken_back_at)
    values (${attemptId}, ${playerId}, 0, ${at}, ${at}) on conflict (attempt_id) do nothing`);
  return undefined;
}

export async function addToBoards(
  tx: Tx,
  boards: readonly string[],
  { playerId, xp, at }: Omit<PlayedXp, 'attemptId'>,
): Promise<void> {
  // In a fixed order, so that two events about one player cannot deadlock.
  for (const board of [...boards].sort()) {
    const { isNew } = await tx.one<{ isNew: boolean }>(sql`
      insert into board_scores as s (board, player_id, xp, reached_at) values (${board}, ${playerId}, ${xp}, ${at})
      on conflict (board, player_id) do update set
        xp = s.xp + excluded.xp,
        -- Of a score that fell to nothing, no attempt counts any more.
        reached_at = case when s.xp = 0 then excluded.reached_at else greatest(s.reached_at, excluded.reached_at) end
      returning (xmax = 0) as is_new`);
    if (!isNew) continue;
    await tx.run(sql`
      insert into boards as b (board, players) values (${board}, 1)
      on conflict (board) do update set players = b.players + 1`);
  }
}

/** A board and its range: XP earned at or after `from` and before `until`; null means unbounded. */
export interface BoardRange {
  board: string;
  from: Date | null;
  until: Date | null;
}

/**
 * Takes XP off boards. The player may have reached the remaining score much earlier, which matters for ties: the player
 * who reached the same XP first is ahead.
 */
export async function takeOffBoards(
  tx: Tx,
  boards: readonly BoardRange[],
  playerId: string,
  xp: number,
): Promise<void> {
  const names = boards.map(({ board }) => board);
  // Locked in a separate statement, so that the next one sees everything counted by the previous holder of the lock.
  await tx.run(sql`
    select from board_scores where board = any (${names}) and player_id = ${playerId} order by board for update`);
  for (const { board, from, until } of boards) {
    await tx.run(sql`
      update board_scores s set xp = s.xp - ${xp}, reached_at = coalesce((
        select max(played_at) from played_xp
        where player_id = ${playerId} and taken_back_at is null and xp > 0
          and played_at >= coalesce(${from}::timestamptz, '-infinity')
          and played_at < coalesce(${until}::timestamptz, 'infinity')), s.reached_at)
      where board = ${board} and player_id = ${playerId}`);
  }
}

export interface Score {
  playerId: string;
  xp: number;
  reachedAt: Date;
}

export function getTop(db: Queryable, board: string, limit: number): Promise<Score[]> {
  return db.rows<Score>(sql`
    select player_id, xp, reached_at from board_scores
    where board = ${board} and xp > 0 order by xp desc, reached_at, player_id limit ${limit}`);
}

/**
 * Scores in board order after the first `skip`, counted from a mark with no more players ahead of it, if there is one.
 */
export function getPlaces(
  db: Queryable,
  board: string,
  { skip, limit }: { skip: number; limit: number },
  mark?: Pick<Passed, 'xp' | 'reachedAt' | 'ahead'>,
): Promise<Score[]> {
  const left = skip - (mark?.ahead ?? 0);
  const scores = sql`select player_id, xp, reached_at from board_scores where board = ${board} and xp > 0`;
  const ordered = sql`order by xp desc, reached_at, player_id`;
  if (!mark) return db.rows<Score>(sql`${scores} ${ordered} limit ${limit} offset ${left}`);
  return db.rows<Score>(sql`
    select * from (
      (${scores} and xp = ${mark.xp} and reached_at >= ${mark.reachedAt}::timestamptz ${ordered} limit ${left + limit})
      union all
      (${scores} and xp < ${mark.xp} ${ordered} limit ${left + limit})) places
    ${ordered} limit ${limit} offset ${left}`);
}

/** The scores of these players only, in the order of the board. */
export function getPlayerScores(
  db: Queryable,
  board: string,
  playerIds: readonly string[],
): Promise<Score[]> {
  return db.rows<Score>(sql`
    select player_id, xp, reached_at from board_scores
    where board = ${board} and player_id = any (${[...playerIds]}::uuid[]) and xp > 0
    order by xp desc, reached_at, player_id`);
}

export async function countPlayersOn(db: Queryable, board: string): Promise<number> {
  const row = await db.row<{ players: number }>(sql`select players from boards where board = ${board}`);
  return row?.players ?? 0;
}

export function getScore(db: Queryable, board: string, playerId: string): Promise<Score | undefined> {
  return db.row<Score>(sql`
    select player_id, xp, reached_at from board_scores
    where board = ${board} and player_id = ${playerId} and xp > 0`);
}

/**
 * How many others are ahead of a score, counted from a mark if there is one. The player may have gained XP since the
 * score was read.
 */
export async function countAhead(
  db: Queryable,
  board: string,
  { playerId, xp, reachedAt }: Score,
  mark?: Mark,
): Promise<number> {
  const others = sql`select count(*) from board_scores where board = ${board} and player_id <> ${playerId}`;
  const { ahead } = await db.one<{ ahead: number }>(sql`
    select ${mark?.ahead ?? 0}::bigint
      + (${others} and xp > ${xp} and xp < coalesce(${mark?.xp ?? null}::bigint, ${Number.MAX_SAFE_INTEGER}::bigint))
      + (${others} and xp > ${xp} and xp = ${mark?.xp ?? null}::bigint and reached_at >= ${mark?.reachedAt ?? null})
      + (${others} and xp = ${xp} and (reached_at, player_id) < (${reachedAt}, ${playerId}::uuid)
        and reached_at >= ${mark?.xp === xp ? mark.reachedAt : '-infinity'}::timestamptz) as ahead`);
  return ahead;
}

/** The nearest scores of others ahead or behind, nearest first, starting with those of the same XP. */
export function findNearest(
  db: Queryable,
  board: string,
  { playerId, xp, reachedAt }: Score,
  side: 'ahead' | 'behind',
  limit: number,
): Promise<Score[]> {
  const others = sql`
    select player_id, xp, reached_at from board_scores where board = ${board} and player_id <> ${playerId}`;
  const mine = sql`(${reachedAt}, ${playerId}::uuid)`;
  return side === 'ahead'
    ? db.rows<Score>(sql`
        select * from (
          (${others} and xp = ${xp} and (reached_at, player_id) < ${mine}
            order by reached_at desc, player_id desc limit ${limit})
          union all
          (${others} and xp > ${xp} order by xp, reached_at desc, player_id desc limit ${limit})) near
        order by xp, reached_at desc, player_id desc limit ${limit}`)
    : db.rows<Score>(sql`
        select * from (
          (${others} and xp = ${xp} and (reached_at, player_id) > ${mine}
            order by reached_at, player_id limit ${limit})
          union all
          (${others} and xp < ${xp} and xp > 0 order by xp desc, reached_at, player_id limit ${limit})) near
        order by xp desc, reached_at, player_id limit ${limit}`);
}

/** Players by the XP that they earned between two times, `from` included. Ties go to the player who got there first. */
export function rankPlayed(db: Queryable, from: Date, until: Date, limit: number): Promise<Score[]> {
  return db.rows<Score>(sql`
    select player_id, sum(xp)::bigint as xp, max(played_at) as reached_at from played_xp
    where played_at >= ${from} and played_at < ${until} and taken_back_at is null and xp > 0
    group by player_id order by xp desc, reached_at, player_id limit ${limit}`);
}

/**
 * Distinct UTC days with a finished challenge, newest first. Each step looks up the last attempt before the day found, so
 * only one attempt of each day is read.
 */
export async function listPlayedDays(db: Queryable, playerId: string, limit: number): Promise<string[]> {
  const newest = sql`
    select (played_at at time zone 'UTC')::date from played_xp p
    where p.player_id = ${playerId} and p.taken_back_at is null`;
  const rows = await db.rows<{ day: string }>(sql`
    with recursive days (day, place) as (
      select (${newest} order by played_at desc limit 1), 1
      union all
      select (${newest} and p.played_at < d.day::timestamp at time zone 'UTC' order by played_at desc limit 1), d.place + 1
      from days d where d.day is not null and d.place < ${limit}
    )
    select to_char(day, 'YYYY-MM-DD') as day from days where day is not null order by place`);
  return rows.map(({ day }) => day);
}
