// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { HasAccount } from '../../../ports.ts';
import { isOwed } from './owed-queries.ts';

/** Progress of sending a promotion's rewards. */
export interface PayoutRow {
  startedAt: Date;
  movedAt: Date;
  finishedAt: Date | null;
  /** How many rewards were on the list when it was closed, and their state so far. */
  rewards: number;
  rewardsPaid: number;
  rewardsLeftOut: number;
  amountPaid: number;
  upToPlayer: string | null;
  upToReward: string | null;
}

const columns = sql`
  started_at, moved_at, finished_at, rewards,
  rewards_paid, rewards_left_out, amount_paid,
  up_to_player, up_to_reward`;

export function findPayout(db: Queryable, eventId: string): Promise<PayoutRow | undefined> {
  return db.row<PayoutRow>(sql`select ${columns} from event_payouts where event_id = ${eventId}`);
}

/** Locks a promotion's unfinished payout, so that one batch is paid at a time; undefined once it is finished. */
export function lockPayout(
  tx: Tx,
  eventId: string,
): Promise<(PayoutRow & { title: string; currency: 'GC' | 'XP' }) | undefined> {
  return tx.row(sql`
    select ${columns}, e.title, e.reward_currency as currency
    from event_payouts p join events e on e.id = p.event_id
    where p.event_id = ${eventId} and p.finished_at is null for update of p`);
}

/** Closes the list of a locked promotion; returns how many rewards are on it. */
export async function openPayout(tx: Tx, eventId: string, at: Date): Promise<number> {
  await tx.run(sql`update events set sending_since = ${at} where id = ${eventId}`);
  const { rewards } = await tx.one<{ rewards: number }>(sql`
    insert into event_payouts (event_id, started_at, moved_at, rewards)
    select ${eventId}, ${at}, ${at}, count(*) from event_rewards
    where event_id = ${eventId} and paid_at is null and taken_back_at is null
    returning rewards`);
  return rewards;
}

export interface DueReward {
  id: string;
  playerId: string;
  amount: number;
}

const beforeAll = '00000000-0000-0000-0000-000000000000';

/** The smallest unpaid rewards of eligible players: if the first of them exceeds the day's limit, so do all others. */
export async function listSmallestRewards(
  tx: Tx,
  eventId: string,
  { hasAccount, limit }: { hasAccount: HasAccount; limit: number },
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select r.id from event_rewards r where r.event_id = ${eventId} and ${isOwed(hasAccount)}
    order by r.amount - r.taken_back, r.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** The next rewards on the list, ordered by player. Fewer than `limit` means that these are the last. */
export function listNextRewards(
  tx: Tx,
  eventId: string,
  { upToPlayer, upToReward }: Pick<PayoutRow, 'upToPlayer' | 'upToReward'>,
  limit: number,
): Promise<{ id: string; playerId: string }[]> {
  return tx.rows(sql`
    select id, player_id from event_rewards
    where event_id = ${eventId} and paid_at is null and taken_back_at is null and not is_late
      and (player_id, id) > (${upToPlayer ?? beforeAll}::uuid, ${upToReward ?? beforeAll}::uuid)
    order by player_id, id limit ${limit}`);
}

/**
 * Locks the unpaid ones of `rewardIds`, and returns the remainder of each. A transaction that takes one back either
 * waits for its payment or came first.
 */
export function lockRewards(tx: Tx, rewardIds: readonly string[]): Promise<DueReward[]> {
  return tx.rows<DueReward>(sql`
    select id, player_id, amount - taken_back as amount from event_rewards
    where id = any (${[...rewardIds]}::uuid[]) and paid_at is null and taken_back_at is null
    order by player_id, id for update`);
}

/** Advances a payout by a batch whose last reward on the list is `upTo`. */
export async function advancePayout(
  tx: Tx,
  eventId: string,
  batch: { paid: number; amount: number; leftOut: number; upTo: { id: string; playerId: string }; at: Date },
): Promise<void> {
  await tx.run(sql`
    update event_payouts set moved_at = ${batch.at}, rewards_paid = rewards_paid + ${batch.paid},
      amount_paid = amount_paid + ${batch.amount}, rewards_left_out = rewards_left_out + ${batch.leftOut},
      up_to_player = ${batch.upTo.playerId}, up_to_reward = ${batch.upTo.id}
    where event_id = ${eventId}`);
}

/** Ends a payout. Rewards taken back since the list was closed were in no batch, and count as skipped. */
export async function finishPayout(tx: Tx, eventId: string, at: Date): Promise<void> {
  await tx.run(sql`
    update event_payouts set finished_at = ${at}, moved_at = ${at},
      rewards_left_out = greatest(rewards - rewards_paid, rewards_left_out),
      rewards = greatest(rewards, rewards_paid + rewards_left_out)
    where event_id = ${eventId}`);
}

/** Payouts that have not advanced since `before`. */
export async function listStalledPayouts(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db.rows<{ eventId: string }>(sql`
    select event_id from event_payouts where finished_at is null and moved_at <= ${before}
    order by moved_at limit ${limit}`);
  return rows.map(({ eventId }) => eventId);
}

export interface CollectedByPlayer {
  playerId: string;
  amount: number;
}

const collected = (eventId: string, hasAccount: HasAccount) => sql`
  select r.player_id, sum(r.amount - r.taken_back)::bigint as amount from event_rewards r
  where r.event_id = ${eventId} and ${isOwed(hasAccount)} group by r.player_id`;

/** The result of sending now: how many players, how much, and the `limit` largest rewards. */
export async function readCollected(
  db: Queryable,
  eventId: string,
  { hasAccount, limit }: { hasAccount: HasAccount; limit: number },
): Promise<{ players: number; total: number; list: CollectedByPlayer[] }> {
  const rows = await db.rows<CollectedByPlayer & { players: number; total: number }>(sql`
    select player_id, amount, count(*) over () as players,
      (sum(amount) over ())::bigint as total
    from (${collected(eventId, hasAccount)}) each_player
    order by amount desc, player_id limit ${limit}`);
  const { players = 0, total = 0 } = rows[0] ?? {};
  return { players, total, list: rows.map(({ playerId, amount }) => ({ playerId, amount })) };
}
