// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { ActedWay, AutomaticWay, CoinWay } from '../../../../contract/coin-limits-admin.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

/** Rows per way and day. */
const stripes = 16;

export interface Made {
  way: CoinWay;
  coins: number;
}

/** Serializes administrators' acts that count against the limits. */
export async function lockGrants(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7422)`);
}

export async function insertGrants(
  tx: Tx,
  { day, actorId, approvalId }: { day: string; actorId: string; approvalId: string | null },
  made: readonly { way: ActedWay; coins: number }[],
): Promise<void> {
  for (const { way, coins } of made) {
    await tx.run(sql`
      insert into coin_grants (day, way, actor_id, coins, approval_id)
      values (${day}, ${way}, ${actorId}, ${coins}, ${approvalId})`);
  }
}

/** Coins that acts created on a day without approval: by all administrators, and by one of them. */
export function readGrants(
  db: Queryable,
  { day, actorId }: { day: string; actorId: string },
): Promise<(Made & { byActor: number })[]> {
  return db.rows(sql`
    select way, sum(coins)::bigint as coins,
      coalesce(sum(coins) filter (where actor_id = ${actorId}), 0)::bigint as by_actor
    from coin_grants where day = ${day} and approval_id is null group by way`);
}

export function readRaises(db: Queryable, day: string): Promise<Made[]> {
  return db.rows<Made>(sql`
    select way, sum(coins)::bigint as coins from coin_raises where day = ${day} group by way`);
}

export async function insertRaise(
  tx: Tx,
  { day, way, coins, by }: Made & { day: string; by: string },
): Promise<void> {
  await tx.run(sql`
    insert into coin_raises (day, way, coins, raised_by) values (${day}, ${way}, ${coins}, ${by})`);
}

/** Takes coins from the day's limit of an automatic way; false if too few are left. */
export async function takeFromStripes(
  tx: Tx,
  { day, way, coins, limit }: { day: string; way: AutomaticWay; coins: number; limit: number },
): Promise<boolean> {
  const { isTaken } = await tx.one<{ isTaken: boolean }>(sql`
    select take_coins(${day}, ${way}, ${coins},
      ${limit} + (select coalesce(sum(coins), 0) from coin_raises where day = ${day} and way = ${way})::bigint,
      ${stripes}) as is_taken`);
  return isTaken;
}

export function readStripes(db: Queryable, day: string): Promise<Made[]> {
  return db.rows<Made>(sql`
    select way, sum(coins)::bigint as coins from coin_stripes where day = ${day} group by way`);
}

/** Deletes old days that no longer matter. */
export async function forgetDays(db: Queryable, before: string): Promise<void> {
  await db.run(sql`delete from coin_stripes where day < ${before}`);
  await db.run(sql`delete from coin_raises where day < ${before}`);
  await db.run(sql`delete from coin_grants where day < ${before}`);
}
