// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Trigger } from '../../../../contract/triggers.ts';
import type { Share } from '../../../ledger/rules.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { Fact } from '../rules.ts';

export interface RewardsSoFar {
  inAll: number;
  thatDay: number;
  forThisCause: number;
}

interface Day {
  from: Date;
  until: Date;
}

/** Rewards that were taken back still count, so a fact refused at a cap stays refused when repeated. */
const countedFor = ({ cause }: Pick<Fact, 'cause'>, day: Day) => sql`
  count(*) as in_all, count(*) filter (where caused_at >= ${day.from} and caused_at < ${day.until}) as that_day,
  count(*) filter (where cause = ${cause}) as for_this_cause`;

/** An open promotion, with the player's rewards from it so far. */
export interface OpenPromotion extends RewardsSoFar {
  id: string;
  title: string;
  trigger: Trigger;
  autoRun: boolean;
  currency: 'GC' | 'XP';
  rewardAmount: number;
  multiplier: number;
  userCap: number;
  dailyCap: number;
  hasBudget: boolean;
  isApproved: boolean;
}

/**
 * The promotions that the fact triggers, each once: active, and within their dates at the time of the fact. One with
 * automatic rewards also pays for a fact that arrives after its end, except a ruling; once an administrator sends the
 * rewards, nothing more is paid.
 */
export function findTriggered(db: Queryable, fact: Fact, day: Day): Promise<OpenPromotion[]> {
  const { at, playerId, isRuling = false } = fact;
  const named = [...fact.triggers];
  return db.rows<OpenPromotion>(sql`
    select id, title, auto_run, reward_currency as currency, reward_amount,
      multiplier, user_cap, daily_cap, budget is not null as has_budget, is_approved,
      (select t from unnest(${named}::text[]) t where t = any (triggers) limit 1) as trigger, had.*
    from events
    cross join lateral (
      select ${countedFor(fact, day)} from event_rewards where event_id = events.id and player_id = ${playerId}
    ) had
    where triggers && ${named}::text[] and is_active and deleted_at is null and ((auto_run and not ${isRuling}) or (not is_completed and sending_since is null))
      and starts_at <= ${at} and ends_at > ${at}
    order by id`);
}

/** Locks a cause before rewarding or undoing it; taken before any other lock. One lock for all promotions. */
export async function lockCause(tx: Tx, cause: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7418, hashtext(${cause}))`);
}

/** The share of a locked cause that does not count; undefined if all of it counts. */
export function findUndoneShare(tx: Tx, cause: string): Promise<Share | undefined> {
  return tx.row<Share>(sql`select taken, whole from undone_causes where cause = ${cause} and taken > 0`);
}

export async function storeUndoneShare(
  tx: Tx,
  cause: string,
  { taken, whole }: Share,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    insert into undone_causes (cause, taken, whole, at) values (${cause}, ${taken}, ${whole}, ${at})
    on conflict (cause) do update set taken = excluded.taken, whole = excluded.whole, at = excluded.at`);
}

/** Takes the lock under which a player's rewards of a promotion are counted. */
export async function lockPromotionPlayer(tx: Tx, eventId: string, playerId: string): Promise<void> {
  await tx.run(sql`
    insert into event_players (event_id, player_id) values (${eventId}, ${playerId}) on conflict do nothing`);
  await tx.run(sql`
    select from event_players where event_id = ${eventId} and player_id = ${playerId} for update`);
}

export async function spendBudget(tx: Tx, eventId: string, amount: number): Promise<void> {
  await tx.run(sql`update events set budget_spent = budget_spent + ${amount} where id = ${eventId}`);
}

/** Call it with the player's row of the promotion locked. */
export function countRewards(
  tx: Tx,
  { eventId, playerId, cause, day }: { eventId: string; playerId: string; cause: string; day: Day },
): Promise<RewardsSoFar> {
  return tx.one<RewardsSoFar>(sql`
    select ${countedFor({ cause }, day)} from event_rewards
    where event_id = ${eventId} and player_id = ${playerId}`);
}

export interface NewReward {
  eventId: string;
  playerId: string;
  trigger: Trigger;
  cause: string;
  currency: 'GC' | 'XP';
  amount: number;
  causedAt: Date;
  paidAt: Date | null;
  /** The amount already taken back when the reward is inserted; 0 if omitted. */
  takenBack?: number;
  rank?: number;
  /** Whether it came after its event's list was closed, and waits for room separately. */
  isLate?: boolean;
}

export async function insertReward(tx: Tx, reward: NewReward): Promise<string> {
  const { eventId, playerId, trigger, cause, currency, amount, causedAt, paidAt } = reward;
  const { takenBack = 0, rank = null, isLate = false } = reward;
  const isPaidInPart = paidAt !== null && takenBack > 0;
  const { id } = await tx.one<{ id: string }>(sql`
    insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at, paid_at, paid_amount,
      taken_back, taken_back_at, rank, is_late)
    values (${eventId}, ${playerId}, ${trigger}, ${cause}, ${currency}, ${amount}, ${causedAt}, ${paidAt},
      ${isPaidInPart ? amount - takenBack : null}, ${takenBack}, ${takenBack === amount ? causedAt : null}, ${rank}, ${isLate})
    returning id`);
  return id;
}

export async function markPaid(tx: Tx, rewardIds: readonly string[], at: Date): Promise<void> {
  await tx.run(sql`
    update event_rewards set paid_at = ${at}, paid_amount = case when taken_back > 0 then amount - taken_back end
    where id = any (${[...rewardIds]}::uuid[])`);
}

export interface Reward {
  id: string;
  eventId: string;
  playerId: string;
  title: string;
  currency: 'GC' | 'XP';
  amount: number;
  takenBack: number;
  reversals: number;
  isPaid: boolean;
  /** Its promotion pays automatically. */
  autoRun: boolean;
  isApproved: boolean;
  /** Its promotion's list is closed: rewards that are not on it will not be paid. */
  isClosed: boolean;
}

/** All rewards for a cause. Locks their promotions first, then the rewards, in the same order as payouts do. */
export async function lockRewardsForCause(tx: Tx, cause: string): Promise<Reward[]> {
  await tx.run(sql`
    select from events where id in (select event_id from event_rewards where cause = ${cause}) order by id for share`);
  return tx.rows<Reward>(sql`
    select r.id, r.event_id, r.player_id, e.title, r.currency, r.amount, r.taken_back, r.reversals,
      r.paid_at is not null as is_paid, e.auto_run, e.is_approved,
      e.is_completed or e.sending_since is not null as is_closed
    from event_rewards r join events e on e.id = r.event_id
    where r.cause = ${cause} order by r.player_id, r.id for update of r`);
}

/** Records how much of a locked reward is taken back in total. */
export async function recordTakenBack(
  tx: Tx,
  { id, reversals }: Pick<Reward, 'id' | 'reversals'>,
  takenBack: number,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    update event_rewards set taken_back = ${takenBack}, reversals = ${reversals + 1},
      taken_back_at = case when amount = ${takenBack} then ${at}::timestamptz end
    where id = ${id}`);
}

export interface Standing {
  eventId: string;
  rewards: number;
  today: number;
  earned: number;
  toBeSent: number;
}

/** A player's total from each of these promotions. Rewards that were taken back count towards caps but earn nothing. */
export function getStandings(
  db: Queryable,
  playerId: string,
  eventIds: readonly string[],
  day: { from: Date; until: Date },
): Promise<Standing[]> {
  return db.rows<Standing>(sql`
    select event_id, count(*) as rewards,
      count(*) filter (where caused_at >= ${day.from} and caused_at < ${day.until}) as today,
      sum(amount - taken_back)::bigint as earned,
      coalesce(sum(amount - taken_back) filter (where paid_at is null), 0)::bigint as to_be_sent
    from event_rewards
    where player_id = ${playerId} and event_id = any (${[...eventIds]}::uuid[])
    group by event_id`);
}

/** Paid places, best first. */
export function listPaidPlaces(
  db: Queryable,
  eventId: string,
): Promise<{ playerId: string; rank: number; amount: number }[]> {
  return db.rows(sql`
    select player_id, rank, amount from event_rewards
    where event_id = ${eventId} and rank is not null order by rank`);
}

export interface ListedReward {
  id: string;
  event: string;
  trigger: Trigger;
  currency: 'GC' | 'XP';
  amount: number;
  causedAt: Date;
  paidAt: Date | null;
}

/** A player's rewards after `after`, in the order they were given. */
export function getRewards(
  db: Queryable,
  playerId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ListedReward[]> {
  return db.rows<ListedReward>(sql`
    select r.id, e.title as event, r.trigger, r.currency, r.amount, r.caused_at, r.paid_at
    from event_rewards r join events e on e.id = r.event_id
    where r.player_id = ${playerId} and (${after ?? null}::uuid is null or r.id > ${after ?? null}::uuid)
    order by r.id limit ${limit}`);
}

export interface FirstSignIn {
  /** The player who first signed in with this identity, at any time. */
  playerId: string;
  /** This player had no other identity before. */
  isPlayersFirst: boolean;
}

/** Records the first sign-in of an identity, or finds the one recorded earlier. */
export async function claimFirstSignIn(tx: Tx, identityHash: string, playerId: string): Promise<FirstSignIn> {
  // Serializes two concurrent sign-ins of one player: only one identity can be the first.
  await tx.run(sql`select pg_advisory_xact_lock(7417, hashtext(${playerId}))`);
  await tx.run(sql`
    insert into first_sign_ins (identity_hash, player_id) values (${identityHash}, ${playerId})
    on conflict (identity_hash) do nothing`);
  return tx.one<FirstSignIn>(sql`
    select own.player_id, not exists (
      select from first_sign_ins earlier where earlier.player_id = own.player_id and earlier.id < own.id
    ) as is_players_first
    from first_sign_ins own where own.identity_hash = ${identityHash}`);
}
