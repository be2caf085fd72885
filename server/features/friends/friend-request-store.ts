// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { RequestState } from './rules.ts';

/** The most blocked players in a list. */
const maxListed = 500;

export function findRequest(db: Queryable, fromId: string, toId: string): Promise<RequestState | undefined> {
  return db.row<RequestState>(sql`
    select asked_at, declined_at, is_blocked, is_hidden from friend_requests
    where from_id = ${fromId} and to_id = ${toId}`);
}

/** Whether one of two players has blocked the other. */
export async function hasBlocked(db: Queryable, one: string, other: string): Promise<boolean> {
  const row = await db.row(sql`
    select from friend_requests where is_blocked
      and ((from_id = ${one} and to_id = ${other}) or (from_id = ${other} and to_id = ${one}))`);
  return row !== undefined;
}

/** Stores a request, or repeats it after a while. */
export async function saveRequest(tx: Tx, fromId: string, toId: string, at: Date): Promise<void> {
  await tx.run(sql`
    insert into friend_requests (from_id, to_id, asked_at) values (${fromId}, ${toId}, ${at})
    on conflict (from_id, to_id) do update
    set asked_at = excluded.asked_at, declined_at = null, is_blocked = false, is_hidden = false`);
}

/** Shows the sender their request as if it had been made at that time. */
export async function showRequest(tx: Tx, fromId: string, toId: string, at: Date): Promise<void> {
  await tx.run(sql`
    update friend_requests set is_hidden = false, asked_at = ${at}
    where from_id = ${fromId} and to_id = ${toId}`);
}

/** False if there is no request. Declining a declined request keeps its time. */
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

/** Number of a player's outgoing requests, as the player sees them. */
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

/** Includes declined requests: the sender is not notified. */
export function listOutgoing(db: Queryable, playerId: string, limit: number): Promise<ListedRequest[]> {
  return db.rows<ListedRequest>(sql`
    select r.to_id as id, r.asked_at from friend_requests r join player_states s on s.id = r.to_id
    where r.from_id = ${playerId} and not r.is_hidden and s.suspended_at is null and s.deleted_at is null
    order by r.asked_at desc, r.to_id limit ${limit}`);
}

/** Players whom a player has blocked, newest first. */
export function listBlocked(db: Queryable, playerId: string): Promise<{ id: string }[]> {
  return db.rows(sql`
    select r.from_id as id from friend_requests r join player_states s on s.id = r.from_id
    where r.to_id = ${playerId} and r.is_blocked and s.suspended_at is null and s.deleted_at is null
    order by r.declined_at desc, r.from_id limit ${maxListed}`);
}

/** A blocked request becomes merely declined; the sender sees no difference. */
export async function unblock(tx: Tx, playerId: string, fromId: string): Promise<void> {
  await tx.run(sql`
    update friend_requests set is_blocked = false where from_id = ${fromId} and to_id = ${playerId} and is_blocked`);
}

/** When the player sent and received requests. */
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

/**
 * Ends requests in both directions. Blocks stay, and blocked players see the same as others: that their request has
 * ended.
 */
export async function endRequests(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`
    delete from friend_requests where (from_id = ${playerId} or to_id = ${playerId}) and not is_blocked`);
  await tx.run(sql`
    update friend_requests set is_hidden = true
    where (from_id = ${playerId} or to_id = ${playerId}) and is_blocked`);
}

/** Deletes requests in both directions, including blocks. */
export async function forgetRequests(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`delete from friend_requests where from_id = ${playerId} or to_id = ${playerId}`);
}
