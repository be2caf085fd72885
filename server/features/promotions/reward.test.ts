// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import { beforeEach, expect, it, vi } from 'vitest';
import { everythingMayBeMade } from '../../../tests/support/approvals.ts';
import { fakeClock } from '../../../tests/support/clock.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { meanwhile } from '../../../tests/support/meanwhile.ts';
import { insertPromotion, type PromotionParts } from '../../../tests/support/promotion-rows.ts';
import { getBalances } from '../../ledger/balances.ts';
import type { Tx } from '../../platform/db/database.ts';
import { holdPayees, holdPlayers } from '../accounts/player-store.ts';
import { lockCause, storeUndoneShare } from './rewards/event-reward-store.ts';
import { rewardFact } from './rewards/reward-fact.ts';
import { rewardFirstSignIn } from './rewards/reward-first-sign-in.ts';
import type { Fact } from './rules.ts';
import { seedPromotions } from './seed.ts';

const now = new Date('2026-06-15T22:00:00Z');
const clock = fakeClock(now);
const db = openTestDatabase({ poolSize: 20 });

beforeEach(async () => {
  await db.run(sql`update events set is_active = false`);
});

const createPromotion = (parts: PromotionParts = {}) => insertPromotion(db, parts);
const newPlayer = async () => (await createPlayer(db)).id;
const getCoins = async (playerId: string) => (await getBalances(db, playerId)).gamerCoins;
const finished = (playerId: string, cause: string, at = now): Fact => ({
  playerId,
  triggers: ['COMPLETE_CHALLENGE'],
  cause,
  at,
});
const reward = (fact: Fact) =>
  rewardFact(fact, { db, clock, holdPayees, holdPlayers, takeCoins: everythingMayBeMade });
const many = (times: number, work: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));

it('pays amount x multiplier into the wallet, notifies the page and names the event', async () => {
  await createPromotion({ amount: 33, multiplier: 1.5 });
  await createPromotion({ amount: 7, currency: 'XP' });
  const playerId = await newPlayer();
  expect(await reward(finished(playerId, 'attempt:1'))).toBe(2);
  expect(await getBalances(db, playerId)).toEqual({ gamerCoins: 49, xp: 7, referralTokens: 0 });
  const transfers = await db.rows(sql`
    select type, description, debit_house from transfers where credit_player_id = ${playerId} and currency = 'GC'`);
  expect(transfers).toEqual([{ type: 'event_reward', description: 'Test event', debitHouse: 'rewards' }]);
  const told = await db.rows<{ data: { delta: number } }>(
    sql`select data from live_events where player_id = ${playerId} and name = 'balance' order by id`,
  );
  expect(told.map(({ data }) => data.delta)).toEqual([49, 7]);
});

it('pays one cause once, however many concurrent calls', async () => {
  await createPromotion();
  const playerId = await newPlayer();
  const given = await many(20, () => reward(finished(playerId, 'attempt:same')));
  expect(given.sort()).toEqual([...Array(19).fill(0), 1]);
  expect(await getCoins(playerId)).toBe(10);
});

it('pays nothing to an editor of the event or a deleted account', async () => {
  const eventId = await createPromotion();
  const [editor, gone] = [await newPlayer(), await newPlayer()];
  await db.run(sql`select record_editor(${`event:${eventId}`}, ${editor}, now())`);
  expect(await reward(finished(editor, 'attempt:edited'))).toBe(0);
  const deps = {
    db,
    clock,
    holdPayees,
    takeCoins: everythingMayBeMade,
    holdPlayers: async () => new Set<string>(),
  };
  expect(await rewardFact(finished(gone, 'attempt:gone'), deps)).toBe(0);
  expect([await getCoins(editor), await getCoins(gone)]).toEqual([0, 0]);
});

it('pays nothing for a cause that is being reversed', async () => {
  await createPromotion();
  const playerId = await newPlayer();
  const undo = async (tx: Tx) => {
    await lockCause(tx, 'attempt:undone');
    await storeUndoneShare(tx, 'attempt:undone', { taken: 1, whole: 1 }, now);
  };
  await meanwhile(db, undo, () => reward(finished(playerId, 'attempt:undone')));
  expect(await getCoins(playerId)).toBe(0);
});

it('pays exactly the cap per player for fifty concurrent facts', { tags: ['long'] }, async () => {
  await createPromotion({ userCap: 7 });
  const [one, other] = [await newPlayer(), await newPlayer()];
  const given = await many(50, (index) => reward(finished(one, `attempt:${index}`)));
  expect(given.filter(Boolean)).toHaveLength(7);
  await reward(finished(other, 'attempt:other'));
  expect([await getCoins(one), await getCoins(other)]).toEqual([70, 10]);
});

it('pays exactly the cap per UTC day of the fact, whatever the order', async () => {
  await createPromotion({ dailyCap: 3 });
  const playerId = await newPlayer();
  const tomorrow = new Date('2026-06-16T00:00:00Z');
  await many(20, (index) => reward(finished(playerId, `attempt:${index}`, index % 2 ? now : tomorrow)));
  expect(await getCoins(playerId)).toBe(60);
});

it('never exceeds the budget with fifty concurrent players', { tags: ['long'] }, async () => {
  const eventId = await createPromotion({ budget: 95 });
  const players = await many(50, newPlayer);
  await many(50, (index) => reward(finished(String(players[index]), 'attempt:1')));
  const paid = await Promise.all(players.map((playerId) => getCoins(String(playerId))));
  expect(paid.reduce((sum, coins) => sum + coins, 0)).toBe(90);
  const row = await db.row(sql`select budget_spent as spent from events where id = ${eventId}`);
  expect(row).toEqual({ spent: 90 });
});

it('collects rewards for an event that is sent manually', async () => {
  const eventId = await createPromotion({ autoRun: false, userCap: 2 });
  const playerId = await newPlayer();
  await many(5, (index) => reward(finished(playerId, `attempt:${index}`)));
  expect(await getCoins(playerId)).toBe(0);
  const rewards = await db.rows(sql`select amount, paid_at from event_rewards where event_id = ${eventId}`);
  expect(rewards).toEqual([
    { amount: 10, paidAt: null },
    { amount: 10, paidAt: null },
  ]);
});

it('checks the dates at the time of the fact, and the trigger', async () => {
  await createPromotion({ endsAt: now.toISOString() });
  await createPromotion({ startsAt: '2026-06-15T22:00:01Z' });
  await createPromotion({ triggers: ['BUY_COINS'] });
  const playerId = await newPlayer();
  expect(await reward(finished(playerId, 'attempt:1'))).toBe(0);
  expect(await reward(finished(playerId, 'attempt:2', new Date(now.getTime() - 1)))).toBe(1);
});

const signIn = (playerId: string, identityHash: string, provider: 'google' | 'discord' = 'google') =>
  rewardFirstSignIn(
    { playerId, provider, identityHash, at: now.toISOString() },
    { db, clock, holdPayees, holdPlayers, takeCoins: everythingMayBeMade },
  );

it('pays once for each provider named by an event', async () => {
  await createPromotion({ triggers: ['FIRST_LOGIN_GOOGLE', 'FIRST_LOGIN_DISCORD'], amount: 5 });
  const playerId = await newPlayer();
  await signIn(playerId, 'google-of-both');
  await signIn(playerId, 'discord-of-both', 'discord');
  expect(await getCoins(playerId)).toBe(10);
});

it('pays FIRST_LOGIN once per player, and the provider event once per provider', async () => {
  await createPromotion({ triggers: ['FIRST_LOGIN'], amount: 500 });
  await createPromotion({ triggers: ['FIRST_LOGIN_GOOGLE'], amount: 20 });
  await createPromotion({ triggers: ['FIRST_LOGIN_DISCORD'], amount: 3 });
  const playerId = await newPlayer();
  await signIn(playerId, 'google-1');
  expect(await getCoins(playerId)).toBe(520);
  await signIn(playerId, 'discord-1', 'discord');
  expect(await getCoins(playerId)).toBe(523);
  await many(4, () => signIn(playerId, 'google-1'));
  await many(4, () => signIn(playerId, 'discord-1', 'discord'));
  expect(await getCoins(playerId)).toBe(523);
});

it('pays FIRST_LOGIN once when both providers sign up concurrently', async () => {
  await createPromotion({ triggers: ['FIRST_LOGIN'], amount: 500 });
  const players = await many(10, newPlayer);
  await many(20, (index) => {
    const playerId = String(players[index >> 1]);
    return signIn(playerId, `both-${index}`, index % 2 ? 'google' : 'discord');
  });
  const paid = await Promise.all(players.map((playerId) => getCoins(String(playerId))));
  expect(paid).toEqual(Array(10).fill(500));
});

it('pays an event with two matching triggers once', async () => {
  await createPromotion({ triggers: ['FIRST_LOGIN', 'FIRST_LOGIN_GOOGLE'], amount: 5 });
  const playerId = await newPlayer();
  await signIn(playerId, 'google-double');
  expect(await getCoins(playerId)).toBe(5);
});

it('pays nothing to an identity that returns with a new account', async () => {
  await createPromotion({ triggers: ['FIRST_LOGIN', 'FIRST_LOGIN_GOOGLE'], amount: 500 });
  await signIn(await newPlayer(), 'google-back');
  const again = await newPlayer();
  await signIn(again, 'google-back');
  expect(await getCoins(again)).toBe(0);
});

it('seeds the welcome event once', async () => {
  await db.run(sql`truncate events cascade`);
  await db.transaction((tx) => seedPromotions(tx, now));
  await db.transaction((tx) => seedPromotions(tx, now));
  const playerId = await newPlayer();
  await signIn(playerId, 'google-seeded');
  expect(await getCoins(playerId)).toBe(500);
  const row = await db.row(
    sql`select count(*) as events, count(*) filter (where is_active) as active from events`,
  );
  expect(row).toEqual({ events: 7, active: 6 });
});

it('takes no lock for a repeated fact or a fact beyond a cap', async () => {
  await createPromotion({ userCap: 2 });
  const playerId = await newPlayer();
  for (const cause of ['attempt:cheap-1', 'attempt:cheap-2']) {
    expect(await reward(finished(playerId, cause))).toBe(1);
  }
  const transaction = vi.spyOn(db, 'transaction');
  expect(await reward(finished(playerId, 'attempt:cheap-1'))).toBe(0);
  expect(await reward(finished(playerId, 'attempt:cheap-3'))).toBe(0);
  expect(transaction).not.toHaveBeenCalled();
  transaction.mockRestore();
  expect(await getCoins(playerId)).toBe(20);
});

it("decides by the event's state once it is locked", async () => {
  const playerId = await newPlayer();
  const during = (eventId: string, change: Sql, cause: string) =>
    meanwhile(
      db,
      (tx) => tx.run(sql`update events set ${change} where id = ${eventId}`),
      () => reward(finished(playerId, cause)),
    );
  const eventId = await createPromotion();
  const changed = `event ${eventId} was changed while it gave a reward`;
  await expect(during(eventId, sql`budget = 15`, 'attempt:budget')).rejects.toThrow(changed);
  await expect(during(eventId, sql`budget = null`, 'attempt:none')).rejects.toThrow(changed);
  await expect(during(eventId, sql`reward_currency = 'XP'`, 'attempt:xp')).rejects.toThrow(changed);
  expect(await getBalances(db, playerId)).toMatchObject({ gamerCoins: 0, xp: 0 });
  // A repeated fact meets the promotion as it is now.
  expect(await reward(finished(playerId, 'attempt:xp'))).toBe(1);
  expect(await getBalances(db, playerId)).toMatchObject({ gamerCoins: 0, xp: 10 });
  await db.run(sql`update events set is_active = false`);
  for (const closing of [sql`sending_since = now()`, sql`is_completed = true, completed_at = now()`]) {
    const byHand = await createPromotion({ autoRun: false });
    expect(await during(byHand, closing, 'attempt:closing')).toBe(0);
  }
  const byItself = await createPromotion();
  expect(await during(byItself, sql`sending_since = now()`, 'attempt:closing')).toBe(1);
});
