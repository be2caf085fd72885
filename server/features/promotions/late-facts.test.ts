// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { everythingMayBeMade } from '../../../tests/support/approvals.ts';
import { fakeClock } from '../../../tests/support/clock.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { insertPromotion, type PromotionParts } from '../../../tests/support/promotion-rows.ts';
import { promotionsDeps } from '../../../tests/support/promotions-deps.ts';
import { getBalances } from '../../ledger/balances.ts';
import { hasAccount, holdPayees, holdPlayers } from '../accounts/player-store.ts';
import { factListeners, rewardPayment, undoReversedPayment } from './facts.ts';
import { openPayout } from './payouts/event-payout-store.ts';
import { countOwed, listOwing } from './payouts/owed-queries.ts';
import { sendNextBatch } from './payouts/send-payout.ts';
import { payOwed } from './payouts/send-rewards.ts';
import { type PromotionsDeps, type RewardDeps, rewardFact } from './rewards/reward-fact.ts';
import { undoCause } from './rewards/undo-cause.ts';
import type { Fact } from './rules.ts';

const now = new Date('2026-06-15T22:00:00Z');
const db = openTestDatabase({ poolSize: 2 });
const clock = fakeClock(now);
const deps: RewardDeps & Pick<PromotionsDeps, 'hasAccount'> = {
  db,
  hasAccount,
  clock,
  holdPayees,
  holdPlayers,
  takeCoins: everythingMayBeMade,
};

beforeEach(async () => {
  await db.run(sql`update events set is_active = false`);
});

const createPromotion = (parts: PromotionParts = {}) => insertPromotion(db, parts);
const complete = (eventId: string) =>
  db.run(sql`update events set is_completed = true, completed_at = now() where id = ${eventId}`);
const newPlayer = async () => (await createPlayer(db)).id;

it('stores a late reward beyond the daily limit unpaid, once, and blocks no other reward', async () => {
  const over = await createPromotion({ amount: 10 });
  await createPromotion({ amount: 7, currency: 'XP' });
  await complete(over);
  const playerId = await newPlayer();
  const fact: Fact = { playerId, triggers: ['COMPLETE_CHALLENGE'], cause: 'attempt:late', at: now };
  const full = { ...deps, takeCoins: async (_: unknown, __: unknown, coins: unknown) => coins === 0 };
  expect(await rewardFact(fact, full)).toBe(2);
  expect(await rewardFact(fact, deps)).toBe(0);
  expect(await getBalances(db, playerId)).toMatchObject({ gamerCoins: 0, xp: 7 });
  expect(await db.rows(sql`select amount, paid_at from event_rewards where event_id = ${over}`)).toEqual([
    { amount: 10, paidAt: null },
  ]);
  expect([await listOwing(db, 10, deps), await countOwed(db, deps)]).toEqual([[over], 1]);
  await payOwed(over, { ...promotionsDeps({ db, clock }), ...full });
  expect(await getBalances(db, playerId)).toMatchObject({ gamerCoins: 0 });
  for (const _ of [1, 2]) await payOwed(over, promotionsDeps({ db, clock }));
  expect(await getBalances(db, playerId)).toMatchObject({ gamerCoins: 10, xp: 7 });
  expect([await listOwing(db, 10, deps), await countOwed(db, deps)]).toEqual([[], 0]);
});

it('stores a late reward unpaid beside a list being sent, which does not pay it', async () => {
  const eventId = await createPromotion({ amount: 10 });
  const [listed, late] = [await newPlayer(), await newPlayer()];
  const factOf = (playerId: string, cause: string): Fact => ({
    playerId,
    triggers: ['COMPLETE_CHALLENGE'],
    cause,
    at: now,
  });
  const full = { ...deps, takeCoins: async () => false };
  await rewardFact(factOf(listed, 'attempt:listed'), full);
  await db.transaction((tx) => openPayout(tx, eventId, now));
  expect(await rewardFact(factOf(late, 'attempt:sending'), full)).toBe(1);
  expect(await rewardFact(factOf(late, 'attempt:sending'), deps)).toBe(0);
  // From then on it waits for an operator; the job that sends the list pays the others.
  expect([await listOwing(db, 10, deps), await countOwed(db, deps)]).toEqual([[], 1]);
  const sending = { ...promotionsDeps({ db, clock }), takeCoins: full.takeCoins };
  await payOwed(eventId, sending);
  await sendNextBatch(eventId, sending);
  expect(await getBalances(db, listed)).toMatchObject({ gamerCoins: 10 });
  expect(await getBalances(db, late)).toMatchObject({ gamerCoins: 0 });
  expect([await listOwing(db, 10, deps), await countOwed(db, deps)]).toEqual([[eventId], 1]);
  await payOwed(eventId, sending);
  expect(await getBalances(db, late)).toMatchObject({ gamerCoins: 0 });
  for (const _ of [1, 2]) await payOwed(eventId, promotionsDeps({ db, clock }));
  expect(await getBalances(db, late)).toMatchObject({ gamerCoins: 10 });
  expect([await listOwing(db, 10, deps), await countOwed(db, deps)]).toEqual([[], 0]);
});

it('pays neither a running nor an ended event while its latest change can be undone', async () => {
  const full = { ...deps, takeCoins: async () => false };
  for (const endsAt of ['2026-07-01', '2026-06-15T21:00:00Z']) {
    const eventId = await createPromotion({ amount: 10, endsAt });
    const playerId = await newPlayer();
    const causedAt = new Date('2026-06-15T20:00:00Z');
    await rewardFact(
      { playerId, triggers: ['COMPLETE_CHALLENGE'], cause: 'attempt:off', at: causedAt },
      full,
    );
    await db.run(sql`select record_editor(${`event:${eventId}`}, ${await newPlayer()}, ${now})`);
    const paysAfter = async (seconds: number) => {
      const edited = sql`${now}::timestamptz - ${seconds} * interval '1 second'`;
      await db.run(sql`update editors set edited_at = ${edited} where subject = ${`event:${eventId}`}`);
      await payOwed(eventId, promotionsDeps({ db, clock }));
      return (await getBalances(db, playerId)).gamerCoins;
    };
    // Another machine's clock may be ahead.
    expect([await paysAfter(0), await paysAfter(-9), await paysAfter(9)]).toEqual([0, 0, 0]);
    expect(await paysAfter(10)).toBe(10);
    await db.run(sql`update events set is_active = false where id = ${eventId}`);
  }
});

it('omits completed events that owe rewards only to excluded players', async () => {
  const eventId = await createPromotion({ amount: 10 });
  await complete(eventId);
  const [editor, erased] = [await newPlayer(), await newPlayer()];
  const full = { ...deps, takeCoins: async () => false };
  for (const playerId of [editor, erased]) {
    await rewardFact({ playerId, triggers: ['COMPLETE_CHALLENGE'], cause: 'attempt:gone', at: now }, full);
  }
  expect([await listOwing(db, 10, deps), await countOwed(db, deps)]).toEqual([[eventId], 2]);
  await db.run(sql`select record_editor(${`event:${eventId}`}, ${editor}, now())`);
  await db.run(sql`update players set deleted_at = now(), erased_at = now() where id = ${erased}`);
  expect([await listOwing(db, 10, deps), await countOwed(db, deps)]).toEqual([[], 0]);
});

it('pays a reward restored after the end only once the daily limit has room', async () => {
  const eventId = await createPromotion({ amount: 10 });
  await complete(eventId);
  const [playerId, cause] = [await newPlayer(), 'attempt:given-again'];
  const full = { ...deps, takeCoins: async () => false };
  const undo = (taken: number) => undoCause(cause, async () => ({ taken, whole: 2 }), full);
  await rewardFact({ playerId, triggers: ['COMPLETE_CHALLENGE'], cause, at: now }, full);
  await undo(2);
  await undo(0);
  expect(await getBalances(db, playerId)).toMatchObject({ gamerCoins: 0 });
  await payOwed(eventId, promotionsDeps({ db, clock }));
  expect(await getBalances(db, playerId)).toMatchObject({ gamerCoins: 10 });
});

it('does not pay a collected reward early when a dispute is won during the event', async () => {
  const eventId = await createPromotion({ amount: 10, triggers: ['BUY_COINS'] });
  const playerId = await newPlayer();
  const full = { ...deps, takeCoins: async () => false };
  const about = {
    paymentId: 'disputed',
    playerId,
    packageTitle: 'A pack',
    coins: 100,
    at: now.toISOString(),
  };
  const fact = { ...about, amountCents: 900, reason: 'Dispute', number: 1 };
  const returned = (taken: number, from: RewardDeps) =>
    undoReversedPayment(fact, { ...from, getReturnedShare: async () => ({ taken, whole: 2 }) });
  await rewardPayment(fact, full);
  await returned(1, full);
  await returned(0, full);
  expect(await getBalances(db, playerId)).toMatchObject({ gamerCoins: 0 });
  expect(
    await db.rows(sql`select taken_back, paid_at from event_rewards where event_id = ${eventId}`),
  ).toEqual([{ takenBack: 0, paidAt: null }]);
});

it('pays the rest of a partly reversed reward, and limits coins but not XP', async () => {
  await createPromotion({ amount: 10 });
  await createPromotion({ amount: 7, currency: 'XP' });
  const [playerId, cause] = [await newPlayer(), 'attempt:in-part'];
  const full = { ...deps, takeCoins: async () => false };
  const undo = (taken: number, from: RewardDeps) =>
    undoCause(cause, async () => ({ taken, whole: 10 }), from);
  const has = async (coins: number, xp: number) =>
    expect(await getBalances(db, playerId)).toMatchObject({ gamerCoins: coins, xp });
  await undo(10, full);
  await rewardFact({ playerId, triggers: ['COMPLETE_CHALLENGE'], cause, at: now }, full);
  await undo(8, full);
  // 20 % of 7 XP remain, rounded against the player.
  await has(0, 1);
  await undo(9, deps);
  await has(0, 0);
  const asked: unknown[] = [];
  const takeCoins: RewardDeps['takeCoins'] = async (_tx, way, coins) => asked.push([way, coins]) > 0;
  await undo(2, { ...deps, takeCoins });
  await has(8, 5);
  expect(asked).toEqual([['rewards', 8]]);
  const told = await db.row(sql`
    select sum((data ->> 'delta')::bigint)::bigint as coins from live_events
    where player_id = ${playerId} and name = 'balance' and data ->> 'currency' = 'GC'`);
  expect(told).toEqual({ coins: 8 });
});

it('pays nothing more for a result ruled as won after the event is completed', async () => {
  const listeners = factListeners({ ...deps, getReturnedShare: async () => ({ taken: 0, whole: 1 }) });
  const [open, over] = [await createPromotion({ amount: 10 }), await createPromotion({ amount: 7 })];
  await complete(over);
  const playerId = await newPlayer();
  const at = now.toISOString();
  const won = { attemptId: 'overturned', playerId, description: 'A challenge', xp: 120, at };
  await listeners['challenge.overturned'](won);
  expect(await db.rows(sql`select event_id from event_rewards where player_id = ${playerId}`)).toEqual([
    { eventId: open },
  ]);
  // The event of a late verdict still counts.
  await listeners['challenge.finished']({ ...won, attemptId: 'late', status: 'SUCCESS' });
  expect(await getBalances(db, playerId)).toMatchObject({ gamerCoins: 10 + 10 + 7 });
});
