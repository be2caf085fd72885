// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { FriendChoices } from '../../../contract/friends.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts';
import type { RequestState } from './rules.ts';

/** Of those whom somebody blocked; more are never shown at once. */
const maxListed = 500;

/** What two players do about each other is done one after the other. */
export async function lockPair(tx: Tx, one: string, other: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7430, hashtext(${[one, other].sort().join(' ')}))`);
}

/** Counts friends or requests of these players one transaction at a time. Take `lockPair` first. */
export async function lockCounts(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(7432, key)
    from (select distinct hashtext(id) as key from unnest(${playerIds}::text[]) id order by 1 offset 0) keys`);
}

/** Ids of a player's friends; those who are suspended are left out. */
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

/** The larger number of friends that either of them has. */
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

export function findRequest(db: Queryable, fromId: string, toId: string): Promise<RequestState | undefined> {
  return db.row<RequestState>(sql`
    select declined_at, is_blocked from friend_requests where from_id = ${fromId} and to_id = ${toId}`);
}

/** Asks, or asks again after a while. */
export async function saveRequest(tx: Tx, fromId: string, toId: string, at: Date): Promise<void> {
  await tx.run(sql`
    insert into friend_requests (from_id, to_id, asked_at) values (${fromId}, ${toId}, ${at})
    on conflict (from_id, to_id) do update
    set asked_at = excluded.asked_at, declined_at = null, is_blocked = false, is_hidden = false`);
}

export async function showRequest(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx.run(sql`
    update friend_requests set is_hidden = false where from_id = ${fromId} and to_id = ${toId}`);
}

/** False where nothing was asked. Declining what is declined leaves its time as it is. */
export async function declineRequest(
  tx: Tx,
  { fromId, toId, blocks, at }: { fromId: string; toId: string; blocks: boolean; at: Date },
): Promise<boolean> {
  const declined = await tx.run(sql`
    update friend_requests set declined_at = coalesce(declined_at, ${at}), is_blocked = is_blocked or ${blocks}
    where from_id = ${fromId} and to_id = ${toId}`);
  return declined === 1;
}

export async function withdrawRequest(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx.run(sql`
    delete from friend_requests where from_id = ${fromId} and to_id = ${toId} and declined_at is null`);
  await tx.run(sql`
    update friend_requests set is_hidden = true where from_id = ${fromId} and to_id = ${toId}`);
}

/** Both requests between two players. */
export async function deleteRequests(tx: Tx, one: string, other: string): Promise<void> {
  await tx.run(sql`
    delete from friend_requests
    where (from_id = ${one} and to_id = ${other}) or (from_id = ${other} and to_id = ${one})`);
}

/** How many requests a player has out, as they see it. */
export async function countOutgoing(tx: Tx, playerId: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from friend_requests where from_id = ${playerId} and not is_hidden`);
  return count;
}

export interface ListedRequest {
  id: string;
  askedAt: Date;
}

export function listIncoming(db: Queryable, playerId: string, limit: number): Promise<ListedRequest[]> {
  return db.rows<ListedRequest>(sql`
    select r.from_id as id, r.asked_at from friend_requests r join player_states s on s.id = r.from_id
    where r.to_id = ${playerId} and r.declined_at is null and s.suspended_at is null and s.deleted_at is null
    order by r.asked_at desc, r.from_id limit ${limit}`);
}

/** Includes declined requests: the player who asked is not told. */
export function listOutgoing(db: Queryable, playerId: string, limit: number): Promise<ListedRequest[]> {
  return db.rows<ListedRequest>(sql`
    select r.to_id as id, r.asked_at from friend_requests r join player_states s on s.id = r.to_id
    where r.from_id = ${playerId} and not r.is_hidden and s.suspended_at is null and s.deleted_at is null
    order by r.asked_at desc, r.to_id limit ${limit}`);
}

/** Whom a player blocked, the last one first. */
export function listBlocked(db: Queryable, playerId: string): Promise<{ id: string }[]> {
  return db.rows(sql`
    select r.from_id as id from friend_requests r join player_states s on s.id = r.from_id
    where r.to_id = ${playerId} and r.is_blocked and s.suspended_at is null and s.deleted_at is null
    order by r.declined_at desc, r.from_id limit ${maxListed}`);
}

/** What was blocked is merely declined: who asked sees no difference. */
export async function unblock(tx: Tx, playerId: string, fromId: string): Promise<void> {
  await tx.run(sql`
    update friend_requests set is_blocked = false where from_id = ${fromId} and to_id = ${playerId} and is_blocked`);
}

export interface LinkRow {
  code: string;
  expiresAt: Date;
}

export function findLink(db: Queryable, playerId: string, now: Date): Promise<LinkRow | undefined> {
  return db.row<LinkRow>(sql`
    select code, expires_at from friend_links where player_id = ${playerId} and expires_at > ${now}`);
}

/** Whose link it is, unless they are suspended. */
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

export function findChoices(db: Queryable, playerId: string): Promise<FriendChoices | undefined> {
  return db.row<FriendChoices>(sql`
    select tells_wins, hears_wins from friend_choices where player_id = ${playerId}`);
}

export async function saveChoices(tx: Tx, playerId: string, choices: FriendChoices): Promise<void> {
  await tx.run(sql`
    insert into friend_choices (player_id, tells_wins, hears_wins)
    values (${playerId}, ${choices.tellsWins}, ${choices.hearsWins})
    on conflict (player_id) do update set tells_wins = excluded.tells_wins, hears_wins = excluded.hears_wins`);
}

/** Those of a player's friends who want to hear of wins. */
export async function findHearers(db: Queryable, playerId: string): Promise<string[]> {
  const rows = await db.rows<{ friendId: string }>(sql`
    select f.friend_id from friendships f
    join player_states s on s.id = f.friend_id
    left join friend_choices c on c.player_id = f.friend_id
    where f.player_id = ${playerId} and s.suspended_at is null and s.deleted_at is null
      and coalesce(c.hears_wins, true)
    order by f.friend_id`);
  return rows.map(({ friendId }) => friendId);
}

/**
 * Ends all that a player has with others: friendships, requests either way, the link. Who is blocked stays blocked: a
 * suspension for pestering others must not open the way to them again.
 */
export async function endEverything(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`delete from friendships where player_id = ${playerId} or friend_id = ${playerId}`);
  await tx.run(sql`
    delete from friend_requests where (from_id = ${playerId} or to_id = ${playerId}) and not is_blocked`);
  await deleteLink(tx, playerId);
}

export async function forgetFriends(tx: Tx, playerId: string): Promise<void> {
  await endEverything(tx, playerId);
  await tx.run(sql`delete from friend_requests where from_id = ${playerId} or to_id = ${playerId}`);
  await tx.run(sql`delete from friend_choices where player_id = ${playerId}`);
}

export async function deleteOldLinks(db: Queryable, now: Date): Promise<void> {
  await deleteInBatches(db, sql`friend_links`, sql`expires_at <= ${now}`);
}

/** Since when a player has friends, without who they are: the export holds nothing of others. */
export async function* exportFriends(db: Queryable, playerId: string): AsyncGenerator<{ since: string }> {
  for (const { since } of await listFriends(db, playerId)) yield { since: since.toISOString() };
}

/** When the player asked, and was asked. */
export async function* exportFriendRequests(
  db: Queryable,
  playerId: string,
): AsyncGenerator<{ side: 'asked' | 'was asked'; askedAt: string }> {
  const rows = await db.rows<{ isOwn: boolean; askedAt: Date }>(sql`
    select from_id = ${playerId} as is_own, asked_at from friend_requests
    where from_id = ${playerId} or to_id = ${playerId} order by asked_at`);
  for (const { isOwn, askedAt } of rows) {
    yield { side: isOwn ? 'asked' : 'was asked', askedAt: askedAt.toISOString() };
  }
}
