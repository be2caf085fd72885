// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openPromotionRows } from '../../../../tests/support/promotion-rows.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';
import { hasRewards } from '../event-store.ts';
import { utcDay } from '../rules.ts';
import {
  getRewards,
  getStandings,
  insertReward,
  listPaidPlaces,
  lockPromotionPlayer,
  lockRewardsForCause,
  markPaid,
} from './event-reward-store.ts';

const { db, now, add, newPlayer, give } = openPromotionRows();

it("sums a player's rewards of an event by UTC day", async () => {
  const [player, other] = [await newPlayer(), await newPlayer()];
  const [eventId, another] = [await add(), await add()];
  const day = utcDay(now);
  expect(await getStandings(db, player, [eventId], day)).toEqual([]);
  expect(await db.transaction((tx) => hasRewards(tx, eventId))).toBe(false);
  await give(eventId, player, 1, sql`paid_at = now(), caused_at = ${day.from}`);
  await give(eventId, player, 10, sql`taken_back = 4`);
  await give(eventId, player, 100, sql`caused_at = ${day.until}`);
  await give(eventId, player, 1_000, sql`caused_at = ${new Date(day.from.getTime() - 1)}`);
  await give(eventId, other, 5);
  await give(another, player, 5);
  const standing = { eventId, rewards: 4, today: 2, earned: 1_107, toBeSent: 1_106 };
  expect(await getStandings(db, player, [eventId], day)).toEqual([standing]);
  expect(await db.transaction((tx) => hasRewards(tx, eventId))).toBe(true);
  const listed = await getRewards(db, player, { after: undefined, limit: 9 });
  expect(listed.map(({ amount }) => amount)).toEqual([1, 10, 100, 1_000, 5]);
  const after = await getRewards(db, player, { after: listed[1]?.id, limit: 2 });
  expect(after.map(({ amount }) => amount)).toEqual([100, 1_000]);
});

it('returns whether the reward for a cause can still be paid', async () => {
  const [one, other, player] = [await newPlayer(), await newPlayer(), await newPlayer()];
  const players = [one, other, player].sort() as [string, string, string];
  const [open, sent, completed] = [
    await add(),
    await add({ autoRun: false }, sql`sending_since = now()`),
    await add({}, sql`is_completed = true, completed_at = now()`),
  ];
  const ids = [
    await give(open, players[2], 5, sql`paid_at = now(), taken_back = 2, reversals = 3`),
    await give(sent, players[1], 5),
    await give(completed, players[0], 5),
  ];
  await give(open, players[1], 6);
  const common = {
    title: 'Test event',
    currency: 'GC',
    amount: 5,
    takenBack: 0,
    reversals: 0,
    isApproved: false,
  };
  const locked = await db.transaction((tx) => lockRewardsForCause(tx, 'cause:5'));
  expect(locked).toEqual([
    {
      ...common,
      id: ids[2],
      eventId: completed,
      playerId: players[0],
      isPaid: false,
      autoRun: true,
      isClosed: true,
    },
    {
      ...common,
      id: ids[1],
      eventId: sent,
      playerId: players[1],
      isPaid: false,
      autoRun: false,
      isClosed: true,
    },
    {
      ...common,
      id: ids[0],
      eventId: open,
      playerId: players[2],
      takenBack: 2,
      reversals: 3,
      isPaid: true,
      autoRun: true,
      isClosed: false,
    },
  ]);
});

it('locks the rewards of one player in one event only', async () => {
  const [eventId, another] = [await add(), await add()];
  const [player, other] = [await newPlayer(), await newPlayer()];
  await db.transaction(async (tx) => {
    for (const event of [eventId, another]) {
      for (const playerId of [player, other]) await lockPromotionPlayer(tx, event, playerId);
    }
  });
  const free = () => db.rows(sql`select event_id, player_id from event_players for update skip locked`);
  await db.transaction(async (tx) => {
    await lockPromotionPlayer(tx, eventId, player);
    const left = await outsideTransaction(free);
    expect(left).toHaveLength(3);
    expect(left).not.toContainEqual({ eventId, playerId: player });
  });
});

it('stores the paid amount when it was less than the reward', async () => {
  const [eventId, player] = [await add(), await newPlayer()];
  const whole = await give(eventId, player, 10);
  const part = await give(eventId, player, 11, sql`taken_back = 1`);
  const waits = await give(eventId, player, 12);
  await db.transaction((tx) => markPaid(tx, [whole, part], now));
  expect(await db.rows(sql`select id, paid_at, paid_amount from event_rewards order by amount`)).toEqual([
    { id: whole, paidAt: now, paidAmount: null },
    { id: part, paidAt: now, paidAmount: 10 },
    { id: waits, paidAt: null, paidAmount: null },
  ]);
});

it('locks the rewards of a cause and their events', async () => {
  const [eventId, another, player] = [await add(), await add(), await newPlayer()];
  const held = await give(eventId, player, 5);
  const others = [await give(eventId, player, 6), await give(another, player, 6)];
  const free = async () => ({
    events: await db.rows(sql`select id from events for no key update skip locked`),
    rewards: await db.rows(sql`select id from event_rewards for update skip locked`),
  });
  await db.transaction(async (tx) => {
    expect(await lockRewardsForCause(tx, 'cause:5')).toMatchObject([{ id: held, eventId }]);
    const { events, rewards } = await outsideTransaction(free);
    expect(events).toEqual([{ id: another }]);
    expect(rewards).toHaveLength(others.length);
    expect(rewards).not.toContainEqual({ id: held });
  });
});

it('lists the paid places of an event, best first', async () => {
  const [eventId, another] = [await add(), await add()];
  const [first, second] = [await newPlayer(), await newPlayer()];
  await give(eventId, second, 20, sql`rank = 2`);
  await give(eventId, first, 30, sql`rank = 1`);
  await give(eventId, first, 5);
  await give(another, second, 40, sql`rank = 1`);
  expect(await listPaidPlaces(db, eventId)).toEqual([
    { playerId: first, rank: 1, amount: 30 },
    { playerId: second, rank: 2, amount: 20 },
  ]);
});

it.each([
  ['whole', { paidAt: now, takenBack: 0 }, null],
  ['in part', { paidAt: now, takenBack: 4 }, 6],
  ['later', { paidAt: null, takenBack: 4 }, null],
])('stores the paid amount when less than the reward: %s', async (_, terms, paidAmount) => {
  const reward = { trigger: 'EARN_XP', currency: 'GC', amount: 10, causedAt: now } as const;
  const [eventId, playerId] = [await add(), await newPlayer()];
  const id = await db.transaction((tx) =>
    insertReward(tx, { ...reward, ...terms, eventId, playerId, cause: 'attempt:1' }),
  );
  expect(await db.row(sql`select paid_amount from event_rewards where id = ${id}`)).toEqual({ paidAmount });
});
