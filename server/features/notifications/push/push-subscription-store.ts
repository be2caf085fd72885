// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

export interface Subscription {
  playerId: string;
  sessionId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** Our public key at the time of its creation. */
  serverKey: string;
  device: string;
}

/**
 * Serializes adding devices per player, so that they can be counted exactly, and per address: if two players turn
 * messages on in one browser at the same time, the second finds the first one's row.
 */
export async function holdSubscriptions(tx: Tx, playerId: string, endpoint: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7433, hashtext(${playerId}))`);
  await tx.run(sql`select pg_advisory_xact_lock(7434, hashtext(${endpoint}))`);
}

/** The keys of a known address: they prove whether it is the same browser. Undefined for an unknown address. */
export async function findSubscriptionKeys(
  tx: Tx,
  endpoint: string,
): Promise<{ p256dh: string; auth: string } | undefined> {
  return tx.row(sql`select p256dh, auth from push_subscriptions where endpoint = ${endpoint} for update`);
}

/** Counts all devices, and those that were added with a different key of ours. */
export function countByKey(
  db: Queryable,
  serverKey: string,
): Promise<{ devices: number; unreachable: number }> {
  return db.one(sql`
    select count(*) as devices, count(*) filter (where server_key <> ${serverKey}) as unreachable
    from push_subscriptions`);
}

/** How many devices a player has, not counting this session's. */
export async function countOthers(tx: Tx, playerId: string, sessionId: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) as count from push_subscriptions
    where player_id = ${playerId} and session_id <> ${sessionId}`);
  return count;
}

/** A browser has one subscription, so any previous one of the session or the address is replaced. @returns the id */
export async function replaceSubscription(tx: Tx, subscription: Subscription, at: Date): Promise<string> {
  const { playerId, sessionId, endpoint, p256dh, auth, serverKey, device } = subscription;
  const kept = await tx.row<{ id: string }>(sql`
    select id from push_subscriptions
    where endpoint = ${endpoint} and session_id = ${sessionId} and server_key = ${serverKey}`);
  if (kept) return kept.id;
  await tx.run(sql`delete from push_subscriptions where endpoint = ${endpoint} or session_id = ${sessionId}`);
  const { id } = await tx.one<{ id: string }>(sql`
    insert into push_subscriptions
      (player_id, session_id, endpoint, p256dh, auth, server_key, device, created_at)
    values (${playerId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${serverKey}, ${device}, ${at})
    returning id`);
  return id;
}

export interface SubscriptionRow {
  id: string;
  sessionId: string;
  device: string;
  createdAt: Date;
}

export function listSubscriptions(db: Queryable, playerId: string): Promise<SubscriptionRow[]> {
  return db.rows(sql`
    select id, session_id, device, created_at from push_subscriptions
    where player_id = ${playerId} order by created_at desc, id`);
}

/** @returns whether the player had it */
export async function deleteSubscription(tx: Tx, playerId: string, id: string): Promise<boolean> {
  return (await tx.run(sql`delete from push_subscriptions where id = ${id} and player_id = ${playerId}`)) > 0;
}

export async function forgetSubscriptions(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`delete from push_subscriptions where player_id = ${playerId}`);
}
