// SPDX-License-Identifier: Apache-2.0

import sql, { raw } from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';

/**
 * Boards of spans: the XP earned within the dates of a ranking. Each attempt is counted exactly once. A trigger of
 * `played_xp` counts attempts from before `counted_until`, holding a shared lock; `countFurther` moves `counted_until`
 * forward and counts the attempts that it passes, while nobody holds that lock.
 */
export interface Span {
  board: string;
  /** The whole span has been counted. */
  isCounted: boolean;
  /** When it was last requested, accurate to an hour. */
  askedAt: Date;
}

/**
 * Prevents attempts from being counted until the transaction ends, after waiting for transactions that are counting
 * one. While it waits, all later ones queue up behind it, so it gives up after `lockMs`; the same limit applies to all
 * later locks of the transaction.
 */
export async function lockSpans(tx: Tx, lockMs: number): Promise<void> {
  await tx.run(sql`set local lock_timeout = ${raw(String(lockMs))}`);
  await tx.run(sql`select pg_advisory_xact_lock(7444)`);
}

const spanColumns = sql`board, counted_until = ends_at as is_counted, asked_at`;

export function findSpan(db: Queryable, from: Date, until: Date): Promise<Span | undefined> {
  return db.row<Span>(sql`
    select ${spanColumns} from played_spans
    where starts_at = ${from} and ends_at = ${until} and forgotten_at is null`);
}

/** Creates a span, or records that it is still in use, so that it is not deleted. */
export function askForSpan(db: Queryable, from: Date, until: Date, at: Date): Promise<Span> {
  return db.one<Span>(sql`
    insert into played_spans (starts_at, ends_at, counted_until, asked_at) values (${from}, ${until}, ${from}, ${at})
    on conflict (starts_at, ends_at) where forgotten_at is null do update set asked_at = excluded.asked_at
    returning ${spanColumns}`);
}

/**
 * Counts up to `count` more attempts of a span, plus any with the same time as the last one. Requires `lockSpans`.
 * @returns whether the whole span is counted now
 */
export async function countFurther(tx: Tx, board: string, count: number): Promise<boolean> {
  const further = await tx.row<{ isCounted: boolean }>(sql`
    with before as (
      select board, counted_until as since from played_spans
      where board = ${board} and forgotten_at is null for update
    ), further as (
      update played_spans s set counted_until = least(s.ends_at, coalesce((
        select played_at + interval '1 microsecond' from played_xp
        where played_at >= s.counted_until and played_at < s.ends_at and taken_back_at is null
        order by played_at offset ${count - 1} limit 1), s.ends_at))
      from before where s.board = before.board
      returning s.board, since, s.counted_until as until, s.ends_at
    ), counted as (
      insert into board_scores as s (board, player_id, xp, reached_at)
      select board, player_id, sum(xp), max(played_at)
      from further join played_xp on played_at >= since and played_at < until and taken_back_at is null and xp > 0
      group by board, player_id
      on conflict (board, player_id) do update set
        xp = s.xp + excluded.xp, reached_at = greatest(s.reached_at, excluded.reached_at)
    )
    select until = ends_at as is_counted from further`);
  return further?.isCounted ?? true;
}

/** Stops counting spans that have not been requested since `before`. Requires `lockSpans`. */
export async function forgetSpans(tx: Tx, before: Date, at: Date): Promise<void> {
  await tx.run(sql`
    update played_spans set forgotten_at = ${at} where asked_at < ${before} and forgotten_at is null`);
}

/** The last removed score; time as text, to keep the microseconds. */
export interface Removed {
  board: string;
  xp: number;
  reachedAt: string;
}

/**
 * Removes up to `count` scores of a forgotten span, and the span itself with the last of them.
 * @param after where the previous call stopped. Without it, the index scan would pass every removed score again as long
 * as a report still reads the old board
 * @returns where this call stopped; undefined if no span is forgotten
 */
export async function removeForgotten(tx: Tx, count: number, after?: Removed): Promise<Removed | undefined> {
  const span = await tx.row<{ board: string }>(sql`
    select board from played_spans where forgotten_at is not null order by board limit 1 for update`);
  if (!span) return undefined;
  const { board } = span;
  const top = { board, xp: Number.MAX_SAFE_INTEGER, reachedAt: '-infinity' };
  const from = after?.board === board ? after : top;
  const next = sql`select player_id, xp, reached_at from board_scores where board = ${board}`;
  const removed = await tx.rows<Removed>(sql`
    with next as (
      select * from (
        (${next} and xp = ${from.xp} and reached_at >= ${from.reachedAt}::timestamptz order by reached_at limit ${count})
        union all
        (${next} and xp < ${from.xp} order by xp desc, reached_at limit ${count})) either
      order by xp desc, reached_at limit ${count}
    ), removed as (
      delete from board_scores where board = ${board} and player_id in (select player_id from next)
      returning board, xp, reached_at
    )
    select board, xp, reached_at::text as reached_at from removed order by xp, removed.reached_at desc`);
  if (removed.length < count) await tx.run(sql`delete from played_spans where board = ${board}`);
  return removed[0] ?? top;
}
