import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { Fact, Trigger } from './rules.ts';

export interface OpenEvent {
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
}

/** Events that the fact triggers, each once, active and within their dates at the time of the fact. */
export function findTriggered(db: Queryable, { triggers, at }: Fact): Promise<OpenEvent[]> {
  const named = [...triggers];
  return db.rows<OpenEvent>(sql`
    select id, title, auto_run as "autoRun", reward_currency as currency, reward_amount as "rewardAmount",
      multiplier, user_cap as "userCap", daily_cap as "dailyCap", budget is not null as "hasBudget",
      (select t from unnest(${named}::text[]) t where t = any (triggers) limit 1) as trigger
    from events
    where triggers && ${named}::text[] and is_active and not is_completed
      and starts_at <= ${at} and ends_at > ${at}
    order by id`);
}

/** Takes the lock under which a player's rewards of an event are counted. */
export async function lockEventPlayer(tx: Tx, eventId: string, playerId: string): Promise<void> {
  await tx.run(sql`
    insert into event_players (event_id, player_id) values (${eventId}, ${playerId}) on conflict do nothing`);
  await tx.run(sql`
    select from event_players where event_id = ${eventId} and player_id = ${playerId} for update`);
}

/**
 * Locks the event for spending of its budget. Only events that have one pay this price. Not `for update`: others hold
 * the key share of their foreign keys to this row, and two who both want more than that wait for each other.
 */
export async function lockBudget(tx: Tx, eventId: string): Promise<number> {
  const row = await tx.row<{ left: number }>(sql`
    select budget - budget_spent as left from events where id = ${eventId} for no key update`);
  return row?.left ?? 0;
}

export async function spendBudget(tx: Tx, eventId: string, amount: number): Promise<void> {
  await tx.run(sql`update events set budget_spent = budget_spent + ${amount} where id = ${eventId}`);
}

export interface RewardsSoFar {
  inAll: number;
  thatDay: number;
  forThisCause: number;
}

export async function countRewards(
  tx: Tx,
  {
    eventId,
    playerId,
    cause,
    day,
  }: { eventId: string; playerId: string; cause: string; day: { from: Date; until: Date } },
): Promise<RewardsSoFar> {
  const row = await tx.row<RewardsSoFar>(sql`
    select count(*) as "inAll",
      count(*) filter (where caused_at >= ${day.from} and caused_at < ${day.until}) as "thatDay",
      count(*) filter (where cause = ${cause}) as "forThisCause"
    from event_rewards where event_id = ${eventId} and player_id = ${playerId}`);
  return row as RewardsSoFar;
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
}

export async function insertReward(tx: Tx, reward: NewReward): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at, paid_at)
    values (${reward.eventId}, ${reward.playerId}, ${reward.trigger}, ${reward.cause}, ${reward.currency},
      ${reward.amount}, ${reward.causedAt}, ${reward.paidAt})
    returning id`);
  return (row as { id: string }).id;
}

export interface FirstSignIn {
  /** Whoever signed in with this identity first, now or long ago. */
  playerId: string;
  /** No other identity of that player came before. */
  isPlayersFirst: boolean;
}

/** Remembers the first sign-in of an identity, or finds that it was remembered. */
export async function claimFirstSignIn(tx: Tx, identityHash: string, playerId: string): Promise<FirstSignIn> {
  // Two identities of one player at once must not both be the first.
  await tx.run(sql`select pg_advisory_xact_lock(7417, hashtext(${playerId}))`);
  await tx.run(sql`
    insert into first_sign_ins (identity_hash, player_id) values (${identityHash}, ${playerId})
    on conflict (identity_hash) do nothing`);
  const row = await tx.row<FirstSignIn>(sql`
    select own.player_id as "playerId", not exists (
      select from first_sign_ins earlier where earlier.player_id = own.player_id and earlier.id < own.id
    ) as "isPlayersFirst"
    from first_sign_ins own where own.identity_hash = ${identityHash}`);
  return row as FirstSignIn;
}

export interface SeededEvent {
  title: string;
  description: string;
  type: string;
  triggers: readonly Trigger[];
  startsAt: Date;
  endsAt: Date;
  isActive: boolean;
  currency: 'GC' | 'XP';
  rewardAmount: number;
  userCap: number;
}

export async function hasEvents(tx: Tx): Promise<boolean> {
  return (await tx.row(sql`select from events limit 1`)) !== undefined;
}

export async function insertEvent(tx: Tx, event: SeededEvent): Promise<void> {
  await tx.run(sql`
    insert into events (title, description, type, triggers, starts_at, ends_at, is_active, reward_currency,
      reward_amount, user_cap)
    values (${event.title}, ${event.description}, ${event.type}, ${[...event.triggers]}, ${event.startsAt},
      ${event.endsAt}, ${event.isActive}, ${event.currency}, ${event.rewardAmount}, ${event.userCap})`);
}
