// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { PlayerExport } from '../../../contract/player-export.ts';
import { everythingMayBeMade } from '../../../tests/support/approvals.ts';
import { fakeClock } from '../../../tests/support/clock.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { insertPromotion, type PromotionParts } from '../../../tests/support/promotion-rows.ts';
import { getBalances } from '../../ledger/balances.ts';
import { transferAlone } from '../../ledger/transfer.ts';
import { holdPayees, holdPlayers } from '../accounts/player-store.ts';
import {
  rewardFinishedChallenge,
  rewardPayment,
  rewardReferral,
  undoReferralRewards,
  undoReversedPayment,
  undoVoidedChallenge,
} from './facts.ts';
import { sumPromisedCoins } from './promised-coins.ts';
import { exportRewards } from './rewards/export-rewards.ts';
import { type RewardDeps, rewardFact } from './rewards/reward-fact.ts';
import type { Fact } from './rules.ts';

const now = new Date('2026-06-15T22:00:00Z');
const clock = fakeClock(now);
const db = openTestDatabase({ poolSize: 4 });
let deps: RewardDeps;

beforeAll(async () => {
  deps = { db, clock, holdPayees, holdPlayers, takeCoins: everythingMayBeMade };
});
beforeEach(async () => {
  clock.set(now);
  await db.run(sql`update events set is_active = false`);
});

const createPromotion = (parts: PromotionParts = {}) => insertPromotion(db, parts);
const newPlayer = async () => (await createPlayer(db)).id;
const finished = (playerId: string, cause: string): Fact => ({
  playerId,
  triggers: ['COMPLETE_CHALLENGE'],
  cause,
  at: now,
});
const reward = (fact: Fact) => rewardFact(fact, deps);
/** A payment as its feature publishes it; only its cause matters here. */
const payment = (paymentId: string, playerId: string) => ({
  paymentId,
  playerId,
  packageTitle: 'A pack',
  coins: 100,
  xp: 90,
  amountCents: 900,
  at: new Date(now.getTime() - 60_000).toISOString(),
  reason: 'Refund',
  number: 1,
});

it('rewards each kind of fact by its triggers, and can reverse it by its cause', async () => {
  for (const trigger of ['COMPLETE_CHALLENGE', 'EARN_XP', 'BUY_COINS', 'REFER_FRIEND'] as const) {
    await createPromotion({ triggers: [trigger] });
  }
  const [playerId, friend] = [await newPlayer(), await newPlayer()];
  const at = new Date(now.getTime() - 60_000).toISOString();
  await rewardFinishedChallenge({ attemptId: '1', playerId, xp: 1, at }, deps);
  await rewardFinishedChallenge({ attemptId: '2', playerId, xp: 0, at }, deps);
  await rewardPayment(payment('paid', playerId), deps);
  await rewardPayment({ ...payment('without-xp', playerId), xp: 0 }, deps);
  await rewardReferral({ inviteeId: friend, referrerId: playerId, at }, deps);
  await rewardReferral({ inviteeId: friend, referrerId: playerId, number: 1, at }, deps);
  await rewardReferral({ inviteeId: friend, referrerId: playerId, number: 2, at }, deps);
  const given = (columns: Sql) =>
    db.rows(sql`
      select ${columns} from event_rewards where player_id = ${playerId} order by cause, trigger, id`);
  const caused = (trigger: string, cause: string) => ({
    trigger,
    cause,
    causedAt: new Date(at),
    paidAt: now,
  });
  expect(await given(sql`trigger, cause, caused_at, paid_at`)).toEqual([
    caused('COMPLETE_CHALLENGE', 'attempt:1'),
    caused('EARN_XP', 'attempt:1'),
    caused('COMPLETE_CHALLENGE', 'attempt:2'),
    caused('BUY_COINS', 'payment:paid'),
    caused('EARN_XP', 'payment:paid'),
    caused('BUY_COINS', 'payment:without-xp'),
    caused('REFER_FRIEND', `referral:${friend}`),
    caused('REFER_FRIEND', `referral:${friend}:2`),
  ]);

  clock.advance(1_000);
  await undoVoidedChallenge({ attemptId: '1', playerId }, deps);
  await undoReferralRewards({ inviteeId: friend, referrerId: playerId, number: 2 }, deps);
  await undoReversedPayment(payment('paid', playerId), {
    ...deps,
    getReturnedShare: async (_, paymentId) => ({ taken: paymentId === 'paid' ? 1 : 0, whole: 4 }),
  });
  const back = { takenBack: 10, takenBackAt: clock.now(), reversals: 1 };
  const third = { takenBack: 3, takenBackAt: null, reversals: 1 };
  const none = { takenBack: 0, takenBackAt: null, reversals: 0 };
  expect(await given(sql`taken_back, taken_back_at, reversals`)).toEqual([
    back,
    back,
    none,
    third,
    third,
    none,
    none,
    back,
  ]);
});

it('pays and reverses each reward under separate keys, and publishes it', async () => {
  const eventId = await createPromotion();
  const playerId = await newPlayer();
  await reward(finished(playerId, 'payment:keys'));
  // The player may have spent what is taken back.
  await transferAlone(db, {
    currency: 'GC',
    amount: 10,
    from: { player: playerId },
    to: { house: 'fees' },
    type: 'challenge_fee',
    reference: 'spent',
    idempotencyKey: `spent:${playerId}`,
    description: 'Spent',
  });
  let taken = 0;
  const undo = (share: number) => {
    taken = share;
    return undoReversedPayment(payment('keys', playerId), {
      ...deps,
      getReturnedShare: async () => ({ taken, whole: 10 }),
    });
  };
  for (const share of [4, 4, 10, 7]) await undo(share);
  expect((await getBalances(db, playerId)).gamerCoins).toBe(-7);
  const { id } = await db.one<{ id: string }>(sql`select id from event_rewards where event_id = ${eventId}`);
  const moved = await db.rows(sql`
    select type, currency, amount, idempotency_key, description, debit_house, debit_player_id, credit_house, credit_player_id
    from transfers where reference = ${id} order by id`);
  const toPlayer = {
    debitHouse: 'rewards',
    debitPlayerId: null,
    creditHouse: null,
    creditPlayerId: playerId,
  };
  const toHouse = { debitHouse: null, debitPlayerId: playerId, creditHouse: 'rewards', creditPlayerId: null };
  const key = `event-reward:${id}`;
  const coins = { currency: 'GC', type: 'reversal' };
  const takenBack = { ...coins, ...toHouse, description: 'Taken back: Test event' };
  expect(moved).toEqual([
    {
      ...coins,
      ...toPlayer,
      type: 'event_reward',
      amount: 10,
      idempotencyKey: key,
      description: 'Test event',
    },
    { ...takenBack, amount: 4, idempotencyKey: `${key}:reversal` },
    { ...takenBack, amount: 6, idempotencyKey: `${key}:reversal:2` },
    {
      ...coins,
      ...toPlayer,
      amount: 3,
      idempotencyKey: `${key}:reversal:3`,
      description: 'Given again: Test event',
    },
  ]);
  const told = await db.rows<{ data: object }>(
    sql`select data from live_events where player_id = ${playerId} and name = 'balance' order by id`,
  );
  const about = (delta: number, description: string) =>
    expect.objectContaining({ delta, currency: 'GC', description });
  expect(told.map(({ data }) => data)).toEqual([
    about(10, 'Test event'),
    about(-4, 'Taken back: Test event'),
    about(-6, 'Taken back: Test event'),
    about(3, 'Given again: Test event'),
  ]);
  const published = await db.rows<{ payload: object }>(sql`
    select payload from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where task.identifier = 'event.rewarded' and payload ->> 'playerId' = ${playerId}`);
  expect(published.map(({ payload }) => payload)).toEqual([
    { rewardId: id, playerId, title: 'Test event', amount: 10, currency: 'GC' },
  ]);
});

it('stores a reward unpaid when the daily coin limit is reached, and never limits XP', async () => {
  await createPromotion({ amount: 10 });
  await createPromotion({ amount: 7, currency: 'XP' });
  await createPromotion({ amount: 5, autoRun: false });
  const playerId = await newPlayer();
  const asked: unknown[] = [];
  await rewardFact(finished(playerId, 'attempt:full'), {
    ...deps,
    async takeCoins(_tx, way, coins) {
      asked.push([way, coins]);
      return false;
    },
  });
  // Rewards that an administrator sends later count when they are sent.
  expect(asked).toEqual([
    ['rewards', 10],
    ['rewards', 0],
  ]);
  expect(await getBalances(db, playerId)).toMatchObject({ gamerCoins: 0, xp: 7 });
  expect(
    await db.rows(sql`
      select amount, paid_at from event_rewards where player_id = ${playerId} order by amount`),
  ).toEqual([
    { amount: 5, paidAt: null },
    { amount: 7, paidAt: now },
    { amount: 10, paidAt: null },
  ]);
});

it('rewards nothing for events that are over, inactive, deleted or sent', async () => {
  const playerId = await newPlayer();
  for (const change of [
    sql`is_active = false`,
    sql`deleted_at = now(), is_active = false`,
    sql`deleted_at = now()`,
    sql`auto_run = false, is_completed = true, completed_at = now()`,
    sql`auto_run = false, sending_since = now()`,
    sql`ends_at = ${now}`,
    sql`starts_at = ${now}::timestamptz + interval '1 ms'`,
    sql`reward_amount = 0`,
  ]) {
    const eventId = await createPromotion();
    await db.run(sql`update events set ${change} where id = ${eventId}`);
  }
  expect(await reward(finished(playerId, 'attempt:closed'))).toBe(0);
  const begins = await createPromotion({ startsAt: now.toISOString() });
  expect(await reward(finished(playerId, 'attempt:open'))).toBe(1);
  // A promotion with automatic rewards also pays for a late fact, both while its list is being paid and afterwards.
  await db.run(sql`update events set is_completed = true, completed_at = now() where id = ${begins}`);
  expect(await reward(finished(playerId, 'attempt:late'))).toBe(1);
});

it('sums the coins that running events pay automatically, within their budgets', async () => {
  const nothing = await sumPromisedCoins(db, 'REFER_FRIEND', now);
  expect(nothing).toBe(0);
  const parts = { triggers: ['REFER_FRIEND'] } satisfies PromotionParts;
  await createPromotion({ ...parts, amount: 10, multiplier: 1.5 });
  const budgeted = await createPromotion({ ...parts, amount: 7, budget: 7 });
  expect(await sumPromisedCoins(db, 'REFER_FRIEND', now)).toBe(22);
  await db.run(sql`update events set budget_spent = 1 where id = ${budgeted}`);
  expect(await sumPromisedCoins(db, 'REFER_FRIEND', now)).toBe(15);
  await createPromotion({ triggers: ['BUY_COINS'] });
  await createPromotion({ ...parts, currency: 'XP' });
  await createPromotion({ ...parts, autoRun: false });
  await createPromotion({ ...parts, endsAt: now.toISOString() });
  await createPromotion({ ...parts, startsAt: new Date(now.getTime() + 1).toISOString() });
  for (const change of [
    sql`is_active = false`,
    sql`deleted_at = now()`,
    sql`is_completed = true, completed_at = now()`,
    sql`sending_since = now()`,
  ]) {
    const eventId = await createPromotion(parts);
    await db.run(sql`update events set ${change} where id = ${eventId}`);
  }
  expect(await sumPromisedCoins(db, 'REFER_FRIEND', now)).toBe(15);
  await createPromotion({ ...parts, amount: 1, startsAt: now.toISOString() });
  expect(await sumPromisedCoins(db, 'REFER_FRIEND', now)).toBe(16);
});

it('exports all rewards of a player in the order they were given', async () => {
  const [playerId, other] = [await newPlayer(), await newPlayer()];
  const eventId = await createPromotion();
  await db.run(sql`
    insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at, paid_at)
    select ${eventId}, ${playerId}, 'COMPLETE_CHALLENGE', 'export:' || n, 'GC', n, ${now},
      case when n % 2 = 0 then ${now}::timestamptz end
    from generate_series(1, 1001) n`);
  await reward(finished(other, 'attempt:of-another'));
  const exported: PlayerExport['eventRewards'] = [];
  for await (const one of exportRewards(db, playerId)) exported.push(one);
  expect(exported.map(({ amount }) => amount)).toEqual(Array.from({ length: 1001 }, (_, index) => index + 1));
  const common = { event: 'Test event', trigger: 'COMPLETE_CHALLENGE', currency: 'GC' };
  const causedAt = now.toISOString();
  expect(exported.slice(0, 2)).toEqual([
    { ...common, amount: 1, causedAt, paidAt: null },
    { ...common, amount: 2, causedAt, paidAt: causedAt },
  ]);
});
