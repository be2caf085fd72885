// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';

/** Locks a player's achievements, so that one transaction at a time counts them. */
export async function lockCount(tx: Tx, playerId: string, at: Date): Promise<void> {
  await tx.run(sql`
    insert into achievement_counts (player_id, counted_at) values (${playerId}, ${at})
    on conflict (player_id) do update set counted_at = excluded.counted_at`);
}

export interface Reached {
  achievement: string;
  reachedAt: Date;
}

export function getReached(db: Queryable, playerId: string): Promise<Reached[]> {
  return db.rows<Reached>(sql`
    select achievement, reached_at from achievements
    where player_id = ${playerId} and lost_at is null order by reached_at, achievement`);
}

/**
 * Adds reached achievements, and corrects their times.
 * @returns those that the player had never reached before
 */
export async function saveReached(
  tx: Tx,
  playerId: string,
  reached: readonly Reached[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ achievement: string; isNew: boolean }>(sql`
    insert into achievements as a (player_id, achievement, reached_at)
    select ${playerId}::uuid, r.* from unnest(${reached.map(({ achievement }) => achievement)}::text[],
      ${reached.map(({ reachedAt }) => reachedAt)}::timestamptz[]) r (achievement, reached_at)
    on conflict (player_id, achievement) do update set reached_at = excluded.reached_at, lost_at = null
      where a.reached_at <> excluded.reached_at or a.lost_at is not null
    returning achievement, xmax = 0 as is_new`);
  return new Set(rows.filter(({ isNew }) => isNew).map(({ achievement }) => achievement));
}

export async function takeAway(tx: Tx, playerId: string, ids: readonly string[], at: Date): Promise<void> {
  await tx.run(sql`
    update achievements set lost_at = ${at} where player_id = ${playerId} and achievement = any (${[...ids]}::text[])`);
}

/** Players after `after` who have an account, ordered by id. */
export async function listNextPlayers(db: Queryable, after: string | null, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from player_states
    where id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000') and deleted_at is null
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

export interface Run {
  after: string | null;
  endedAt: Date | null;
}

/** The run for a list of achievements; starts one if none exists. */
export function beginRun(tx: Tx, list: string): Promise<Run> {
  return tx.one<Run>(sql`
    insert into achievement_runs as r (list) values (${list})
    on conflict (list) do update set list = r.list
    returning after, ended_at`);
}

export async function moveRun(
  tx: Tx,
  list: string,
  { after, endedAt }: { after: string | null; endedAt: Date | null },
): Promise<void> {
  await tx.run(sql`
    update achievement_runs set after = ${after}, ended_at = ${endedAt} where list = ${list}`);
}
