// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';

/** Serializes changes between two players. */
export async function lockPair(tx: Tx, one: string, other: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7430, hashtext(${[one, other].sort().join(' ')}))`);
}

/** Serializes counting these players' friends or requests. Take `lockPair` first. */
export async function lockCounts(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(7432, key)
    from (select distinct hashtext(id) as key from unnest(${playerIds}::text[]) id order by 1 offset 0) keys`);
}

/** Ids of a player's friends, except suspended ones. */
export async function listFriendIds(db: Queryable, playerId: string): Promise<string[]> {
  const rows = await db.rows<{ friendId: string }>(sql`
    select f.friend_id from friendships f join player_states s on s.id = f.friend_id
    where f.player_id = ${playerId} and s.suspended_at is null and s.deleted_at is null`);
  return rows.map(({ friendId }) => friendId);
}

export function listFriends(db: Queryable, playerId: string): Promise<{ id: string; since: Date }[]> {
  return db.rows(sql`
    select f.friend_id as id, f.since from friendships f join player_states s on s.id = f.friend_id
    where f.player_id = ${playerId} and s.suspended_at is null and s.deleted_at is null
    order by f.since desc, f.friend_id`);
}

export async function areFriends(db: Queryable, one: string, other: string): Promise<boolean> {
  const row = await db.row(sql`
    select from friendships where player_id = ${one} and friend_id = ${other}`);
  return row !== undefined;
}

/** The larger of the two players' numbers of friends. */
export async function countFriends(tx: Tx, one: string, other: string): Promise<number> {
  const { most } = await tx.one<{ most: number }>(sql`
    select greatest((select count(*) from friendships where player_id = ${one}),
      (select count(*) from friendships where player_id = ${other}))::int as most`);
  return most;
}

export async function insertFriendship(tx: Tx, one: string, other: string, since: Date): Promise<void> {
  await tx.run(sql`
    insert into friendships (player_id, friend_id, since)
    values (${one}, ${other}, ${since}), (${other}, ${one}, ${since}) on conflict do nothing`);
}

export async function deleteFriendship(tx: Tx, one: string, other: string): Promise<void> {
  await tx.run(sql`
    delete from friendships
    where (player_id = ${one} and friend_id = ${other}) or (player_id = ${other} and friend_id = ${one})`);
}

/** A player's friends who want to be notified of wins. */
export async function findWinSubscribers(db: Queryable, playerId: string): Promise<string[]> {
  const rows = await db.rows<{ friendId: string }>(sql`
    select f.friend_id from friendships f
    join player_states s on s.id = f.friend_id
    left join friend_choices c on c.player_id = f.friend_id
    where f.player_id = ${playerId} and s.suspended_at is null and s.deleted_at is null
      and coalesce(c.hears_wins, true)
    order by f.friend_id`);
  return rows.map(({ friendId }) => friendId);
}

/** Since when a player has had friends, without their names: the export contains nothing about others. */
export async function* exportFriends(db: Queryable, playerId: string): AsyncGenerator<{ since: string }> {
  for (const { since } of await listFriends(db, playerId)) yield { since: since.toISOString() };
}

export async function deleteFriendships(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`delete from friendships where player_id = ${playerId} or friend_id = ${playerId}`);
}
