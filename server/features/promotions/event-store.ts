// SPDX-License-Identifier: Apache-2.0

import sql, { empty, type Sql } from 'sql-template-tag';
import type { PromotionConfig, PromotionInput } from '../../../contract/promotion-terms.ts';
import type { Trigger } from '../../../contract/triggers.ts';
import { containing } from '../../platform/db/containing.ts';
import { counted } from '../../platform/db/counted.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { toPageSql } from '../../platform/db/page.ts';

/** A promotion's definition, with the sum paid so far. */
export interface PromotionRow {
  id: string;
  title: string;
  description: string;
  type: string;
  triggers: Trigger[];
  startsAt: Date;
  endsAt: Date;
  leaderboardRewards: number[];
  autoRun: boolean;
  isActive: boolean;
  isCompleted: boolean;
  /** When sending its rewards began; null before. */
  sendingSince: Date | null;
  rewardType: PromotionConfig['rewardType'];
  rewardAmount: number;
  multiplier: number;
  userCap: number;
  dailyCap: number;
  budget: number | null;
  budgetSpent: number;
  /** Two administrators approved the pay. */
  isApproved: boolean;
  createdAt: Date;
}

const columns = sql`
  e.id, e.title, e.description, e.type, e.triggers, e.starts_at, e.ends_at,
  e.leaderboard_rewards::float8[], e.auto_run, e.is_active,
  e.is_completed, e.sending_since, e.reward_currency as reward_type, e.reward_amount,
  e.multiplier, e.user_cap, e.daily_cap, e.budget, e.budget_spent, e.is_approved,
  e.created_at`;

function find(db: Queryable, eventId: string, lock: Sql): Promise<PromotionRow | undefined> {
  return db.row<PromotionRow>(sql`
    select ${columns} from events e where e.id = ${eventId} and e.deleted_at is null ${lock}`);
}

export function findPromotion(db: Queryable, eventId: string): Promise<PromotionRow | undefined> {
  return find(db, eventId, sql``);
}

/**
 * Locks a promotion in order to change, send or delete it. Not `for update`: rewards hold a key share lock on this row
 * through their foreign keys.
 */
export function lockPromotion(tx: Tx, eventId: string): Promise<PromotionRow | undefined> {
  return find(tx, eventId, sql`for no key update`);
}

/**
 * The inputs of a reward, locked until the transaction ends. `isClosed` once the promotion's rewards are sent or being
 * sent, `isSending` only while they are being sent. With a budget, one reward at a time holds the lock; without one,
 * any number can.
 */
export function lockForReward(
  tx: Tx,
  { id, hasBudget }: { id: string; hasBudget: boolean },
): Promise<{
  isClosed: boolean;
  isSending: boolean;
  rewardType: PromotionRow['rewardType'];
  budgetLeft: number | null;
}> {
  return tx.one(sql`
    select is_completed or sending_since is not null as is_closed,
      sending_since is not null and not is_completed as is_sending, reward_currency as reward_type,
      budget - budget_spent as budget_left
    from events where id = ${id} ${hasBudget ? sql`for no key update` : sql`for share`}`);
}

/** Whether the promotion ever gave anything, paid or collected, even if it was taken back. */
export async function hasRewards(db: Queryable, eventId: string): Promise<boolean> {
  return (await db.row(sql`select from event_rewards where event_id = ${eventId} limit 1`)) !== undefined;
}

/** Promotions for players: not deleted, and active or finished. Those that end soonest come first. */
export function listForPlayers(db: Queryable, now: Date, maxFinished: number): Promise<PromotionRow[]> {
  return db.rows<PromotionRow>(sql`
    (select ${columns} from events e
      where deleted_at is null and is_active and not is_completed and ends_at > ${now} order by ends_at, id)
    union all
    (select ${columns} from events e
      where deleted_at is null and (is_completed or (is_active and ends_at <= ${now}))
      order by ends_at desc, id limit ${maxFinished})`);
}

export interface AdminPromotionRow extends PromotionRow {
  /** The sum of everything it gave; `budgetSpent` is only maintained if there is a budget. */
  given: number;
  rewardsPaid: number;
  rewardsCollected: number;
}

const withSums = sql`
  select ${columns},
    case when e.budget is not null then e.budget_spent else ${counted('event given', sql`e.id`)} end as given,
    ${counted('event paid', sql`e.id`)} as rewards_paid,
    ${counted('event collected', sql`e.id`)} as rewards_collected
  from events e`;

export interface AdminPromotionsQuery {
  search?: string | undefined;
  page: number;
  pageSize: number;
}

/** A page of promotions, active ones first, then by start, newest first; `total` counts all of them. */
export async function listForAdmins(
  db: Queryable,
  { search, page, pageSize }: AdminPromotionsQuery,
): Promise<{ rows: AdminPromotionRow[]; total: number }> {
  const like = search ? sql`and lower(e.title || E'\n' || e.type) like lower(${containing(search)})` : empty;
  const found = sql`from events e where e.deleted_at is null ${like}`;
  const rows = await db.rows<AdminPromotionRow>(sql`
    ${withSums} where e.id in (
      select e.id ${found}
      order by e.is_active desc, e.starts_at desc, e.id ${toPageSql({ page, pageSize })})
    order by e.is_active desc, e.starts_at desc, e.id`);
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total ${found}`);
  return { rows, total };
}

export function findForAdmins(db: Queryable, eventId: string): Promise<AdminPromotionRow | undefined> {
  return db.row<AdminPromotionRow>(sql`${withSums} where e.id = ${eventId} and e.deleted_at is null`);
}

export async function insertPromotion(tx: Tx, promotion: PromotionInput): Promise<string> {
  const { eventConfig: config } = promotion;
  const { id } = await tx.one<{ id: string }>(sql`
    insert into events (title, description, type, triggers, starts_at, ends_at, leaderboard_rewards, auto_run,
      is_active, reward_currency, reward_amount, multiplier, user_cap, daily_cap, budget)
    values (${promotion.title}, ${promotion.description}, ${promotion.type}, ${promotion.triggers}, ${promotion.startDate},
      ${promotion.endDate}, ${promotion.leaderboardRewards}, ${promotion.autoRun}, ${promotion.isActive}, ${config.rewardType},
      ${config.rewardAmount}, ${config.multiplier}, ${config.userCap}, ${config.dailyCap}, ${config.budget})
    returning id`);
  return id;
}

/** The sum of everything a locked promotion ever gave, paid or collected, even if it was taken back. */
export async function sumGiven(tx: Tx, eventId: string): Promise<number> {
  const { given } = await tx.one<{ given: number }>(
    sql`select ${counted('event given', sql`${eventId}::uuid`)} as given`,
  );
  return given;
}

/**
 * Writes a locked promotion, whose approval ends if the pay changed. A newly set budget includes the sum given before.
 */
export async function updatePromotion(tx: Tx, eventId: string, promotion: PromotionInput): Promise<void> {
  const { eventConfig: config } = promotion;
  await tx.run(sql`
    update events set title = ${promotion.title}, description = ${promotion.description}, type = ${promotion.type},
      triggers = ${promotion.triggers}, starts_at = ${promotion.startDate}, ends_at = ${promotion.endDate},
      leaderboard_rewards = ${promotion.leaderboardRewards}, auto_run = ${promotion.autoRun}, is_active = ${promotion.isActive},
      reward_currency = ${config.rewardType}, reward_amount = ${config.rewardAmount},
      multiplier = ${config.multiplier}, user_cap = ${config.userCap}, daily_cap = ${config.dailyCap},
      budget = case when ${config.budget}::bigint is not null then greatest(${config.budget}::bigint, spent.amount) end,
      budget_spent = spent.amount,
      ranked_at = null, start_told_at = case when starts_at = ${promotion.startDate} then start_told_at end
    from (
      select coalesce(sum(amount), 0)::bigint as amount from event_rewards where event_id = ${eventId}
    ) spent
    where id = ${eventId}`);
}

export async function setApproved(tx: Tx, eventId: string): Promise<void> {
  await tx.run(sql`update events set is_approved = true where id = ${eventId}`);
}

export async function deletePromotion(tx: Tx, eventId: string, at: Date): Promise<void> {
  await tx.run(sql`update events set deleted_at = ${at}, is_active = false where id = ${eventId}`);
}

export async function completePromotion(tx: Tx, eventId: string, at: Date): Promise<void> {
  await tx.run(sql`update events set is_completed = true, completed_at = ${at} where id = ${eventId}`);
}

/** Promotions with automatic rewards that ended before `before` and are not completed. */
export async function listDueToEnd(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from events
    where auto_run and not is_completed and sending_since is null and is_active and deleted_at is null
      and ends_at <= ${before}
    order by ends_at limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Starts that have not been announced yet, and ends of promotions with automatic rewards; soonest first. */
export function listScheduledPromotions(
  db: Queryable,
  { now, lateFactGraceMs, limit }: { now: Date; lateFactGraceMs: number; limit: number },
): Promise<{ id: string; title: string; task: 'event.start' | 'event.end'; runAt: Date }[]> {
  return db.rows(sql`
    (select id, title, 'event.start' as task, starts_at as run_at from events
      where is_active and deleted_at is null and start_told_at is null and ends_at > ${now}
      order by starts_at, id limit ${limit})
    union all
    (select id, title, 'event.end', ends_at + ${lateFactGraceMs} * interval '1 millisecond' from events
      where auto_run and not is_completed and sending_since is null and is_active and deleted_at is null
      order by ends_at, id limit ${limit})
    order by run_at, id limit ${limit}`);
}

/** Marks active promotions as started whose start has not been announced yet; returns how many. */
export async function markStarted(tx: Tx, now: Date): Promise<number> {
  const rows = await tx.rows(sql`
    update events set start_told_at = ${now}
    where is_active and deleted_at is null and start_told_at is null and starts_at <= ${now} and ends_at > ${now}
    returning id`);
  return rows.length;
}

/** Promotions that automatically pay coins for `trigger` at `now`. */
export function listPaying(
  db: Queryable,
  trigger: Trigger,
  now: Date,
): Promise<Pick<PromotionRow, 'rewardAmount' | 'multiplier' | 'budget' | 'budgetSpent'>[]> {
  return db.rows(sql`
    select reward_amount, multiplier, budget, budget_spent from events
    where ${trigger} = any (triggers) and reward_currency = 'GC' and auto_run
      and is_active and not is_completed and sending_since is null and deleted_at is null
      and starts_at <= ${now} and ends_at > ${now}`);
}

export async function hasPromotions(tx: Tx): Promise<boolean> {
  return (await tx.row(sql`select from events limit 1`)) !== undefined;
}
