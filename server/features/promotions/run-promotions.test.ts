// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { startPromotionsTest } from '../../../tests/support/promotions.ts';
import { promotionsDeps } from '../../../tests/support/promotions-deps.ts';
import type { Database } from '../../platform/db/database.ts';
import { countOwed } from './payouts/owed-queries.ts';
import { rewardsPerBatch } from './payouts/send-payout.ts';
import { payOwed } from './payouts/send-rewards.ts';
import type { PromotionsDeps } from './rewards/reward-fact.ts';
import { runPromotions } from './run-promotions.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

const promotions = openForTests(startPromotionsTest);
let db: Database;
beforeAll(async () => {
  db = promotions.test.db;
});
beforeEach(() => promotions.closeAll());

const told = [{ name: 'events', subject: '', data: {} }];
const stateOf = async (eventId: string) =>
  db.row(sql`select is_completed, completed_at, sending_since from events where id = ${eventId}`);
const isCompleted = async (eventId: string) =>
  (await db.row(sql`select from events where id = ${eventId} and is_completed`)) !== undefined;

it('notifies every page once, in the minute an event starts', async () => {
  const { test, inHours, sweep, sentToAll } = promotions;
  const dates = { startDate: inHours(1), endDate: inHours(2) };
  const promotion = await promotions.create(dates);
  await promotions.create({ ...dates, isActive: false });
  const { _id: deleted } = await promotions.create(dates);
  await db.run(sql`update events set deleted_at = now() where id = ${deleted}`);
  test.clock.advance(hourMs - 1);
  expect(await sentToAll(sweep)).toEqual([]);
  test.clock.advance(1);
  expect(await sentToAll(sweep)).toEqual(told);
  expect(await sentToAll(sweep)).toEqual([]);
  // After a postponement, it starts again.
  const later = { ...dates, startDate: inHours(0.25), endDate: inHours(2) };
  await promotions.ask('PUT', `/events/${promotion._id}`, { payload: promotions.input(later) });
  expect(await sentToAll(sweep)).toEqual([]);
  test.clock.advance(hourMs / 4);
  expect(await sentToAll(sweep)).toEqual(told);
  const renamed = promotions.input({ ...later, title: 'Another title' });
  await promotions.ask('PUT', `/events/${promotion._id}`, { payload: renamed });
  expect(await sentToAll(sweep)).toEqual([]);
});

it('announces no event that has already ended', async () => {
  await promotions.create({ startDate: promotions.inHours(1), endDate: promotions.inHours(2) });
  promotions.test.clock.advance(2 * hourMs);
  expect(await promotions.sentToAll(promotions.sweep)).toEqual([]);
});

it('completes an event a minute after its end, and notifies pages', async () => {
  const { test, sweep, sentToAll } = promotions;
  const { _id } = await promotions.create({ endDate: promotions.inHours(1) });
  await sweep();
  test.clock.advance(hourMs + minuteMs - 1);
  expect(await sentToAll(sweep)).toEqual([]);
  expect(await isCompleted(_id)).toBe(false);
  test.clock.advance(1);
  expect(await sentToAll(sweep)).toEqual(told);
  const now = test.clock.now();
  expect(await stateOf(_id)).toEqual({ isCompleted: true, completedAt: now, sendingSince: now });
});

/** The lock makes the sweep check its decision again. */
const end = (eventId: string, parts: Partial<PromotionsDeps> = {}) =>
  payOwed(eventId, { ...promotionsDeps(promotions.test), ...parts });

it('completes no event that is running, inactive, sent manually or completed', async () => {
  const { test } = promotions;
  const ended = { endDate: promotions.inHours(0) };
  const { _id: off } = await promotions.create({ ...ended, isActive: false });
  const { _id: byHand } = await promotions.create({ ...ended, autoRun: false });
  const { _id: sending } = await promotions.create(ended);
  const { _id: over } = await promotions.create(ended);
  await db.run(sql`update events set sending_since = now() where id = ${sending}`);
  test.clock.advance(minuteMs - 1);
  expect(await end(over)).toBeUndefined();
  test.clock.advance(1);
  expect(await end(over)).toEqual({ players: 0, total: 0, isFinished: true });
  for (const eventId of [over, off, byHand, sending]) expect(await end(eventId)).toBeUndefined();
});

it('delays the end of an event until the daily limit has room for its coins', async () => {
  const { _id } = await promotions.create({ autoRun: false, endDate: promotions.inHours(1) });
  const player = await promotions.player();
  await promotions.finish(player.id);
  await db.run(sql`update events set auto_run = true where id = ${_id}`);
  promotions.test.clock.advance(2 * hourMs);
  const asked: unknown[] = [];
  const take = (isThere: boolean) =>
    end(_id, {
      async takeCoins(_tx, way, coins) {
        asked.push([way, typeof coins === 'function' ? await coins() : coins]);
        return isThere;
      },
    });
  expect(await take(false)).toBeUndefined();
  expect([await promotions.coins(player.id), await isCompleted(_id)]).toEqual([0, false]);
  expect(await take(true)).toEqual({ players: 1, total: 10, isFinished: true });
  // First asks for the whole amount, then for the part that fits.
  expect(asked).toEqual(Array(3).fill(['rewards', 10]));
  expect(await promotions.coins(player.id)).toBe(10);
});

/** Pays an event's owed rewards on a day with room for this many coins. */
function aDayOf(eventId: string, limit: number, parts: Partial<PromotionsDeps> = {}) {
  let room = limit;
  return end(eventId, {
    ...parts,
    async takeCoins(_tx, _way, coins) {
      const wanted = typeof coins === 'function' ? await coins() : coins;
      if (wanted > room) return false;
      room -= wanted;
      return true;
    },
  });
}

it('pays earlier collected rewards once the daily limit has room', async () => {
  const { _id } = await promotions.create({ endDate: promotions.inHours(100) });
  const { id } = await promotions.player();
  await db.run(sql`
    insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at)
    values (${_id}, ${id}, 'COMPLETE_CHALLENGE', 'attempt:kept', 'GC', 10, now())`);
  promotions.test.clock.advance(minuteMs);
  expect(await aDayOf(_id, 9)).toBeUndefined();
  expect(await promotions.coins(id)).toBe(0);
  await promotions.sweep();
  expect([
    await promotions.coins(id),
    await countOwed(db, promotionsDeps(promotions.test)),
    await isCompleted(_id),
  ]).toEqual([10, 0, false]);
});

it('pays as many collected rewards as the daily limit allows each day', async () => {
  const { _id } = await promotions.create({ autoRun: false, endDate: promotions.inHours(1) });
  const players = [await promotions.player(), await promotions.player(), await promotions.player()];
  for (const { id } of players) await promotions.finish(id);
  await db.run(sql`update events set auto_run = true where id = ${_id}`);
  promotions.test.clock.advance(2 * hourMs);
  const held = async () => (await Promise.all(players.map(({ id }) => promotions.coins(id)))).sort();
  for (const paid of [
    [0, 0, 10],
    [0, 10, 10],
  ]) {
    expect(await aDayOf(_id, 15)).toBeUndefined();
    expect([await held(), await isCompleted(_id)]).toEqual([paid, false]);
  }
  expect(await aDayOf(_id, 15)).toEqual({ players: 1, total: 10, isFinished: true });
  expect([await held(), await isCompleted(_id)]).toEqual([[10, 10, 10], true]);
});

it('completes ended events even when ranking another event fails', async () => {
  const { test, inHours } = promotions;
  await promotions.weekly();
  const { _id } = await promotions.create({ endDate: inHours(1) });
  test.clock.advance(hourMs + minuteMs);
  const cannotRank = async () => {
    throw new Error('statement timeout');
  };
  await expect(runPromotions({ ...promotionsDeps(test), rankSpan: cannotRank })).rejects.toThrow('timeout');
  expect(await isCompleted(_id)).toBe(true);
});

/** An ended event with the prizes 600, 300 and 200, and three players in these places. */
async function endedBoard() {
  const { _id } = await promotions.weekly({ leaderboardRewards: [600, 300, 200] });
  const players = [await promotions.player(), await promotions.player(), await promotions.player()];
  promotions.test.clock.advance(3 * hourMs);
  const scores = players.map(({ id }, place) => ({ playerId: id, xp: 30 - place }));
  return {
    pay: (room: number) => aDayOf(_id, room, { rankPlayed: async () => scores }),
    eventId: _id,
    held: () => Promise.all(players.map(({ id }) => promotions.coins(id))),
  };
}

it('stores places above the daily limit when won, and pays them on later days', async () => {
  const { eventId, held, pay } = await endedBoard();
  expect(await pay(100)).toBeUndefined();
  const owed = await db.rows(sql`
    select rank, amount from event_rewards where event_id = ${eventId} and paid_at is null order by rank`);
  expect(owed).toEqual([
    { rank: 1, amount: 600 },
    { rank: 2, amount: 300 },
    { rank: 3, amount: 200 },
  ]);
  expect([await held(), await countOwed(db, promotionsDeps(promotions.test))]).toEqual([[0, 0, 0], 3]);
  expect(await pay(1000)).toBeUndefined();
  expect([await held(), await countOwed(db, promotionsDeps(promotions.test))]).toEqual([[0, 300, 200], 1]);
  // A reward above a whole day's limit holds up none of the others, and stays on the operators' list until they raise
  // the limit.
  expect(await pay(599)).toBeUndefined();
  expect(await isCompleted(eventId)).toBe(false);
  expect(await pay(600)).toEqual({ players: 1, total: 600, isFinished: true });
  expect([
    await held(),
    await countOwed(db, promotionsDeps(promotions.test)),
    await isCompleted(eventId),
  ]).toEqual([[600, 300, 200], 0, true]);
});

it('pays the other players when a whole batch belongs to editors and erased players', async () => {
  const { eventId, held, pay } = await endedBoard();
  await pay(0);
  const [editor, erased] = [await promotions.player(), await promotions.player()];
  for (const { id } of [editor, erased]) {
    await db.run(sql`
      insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at)
      select ${eventId}, ${id}, 'COMPLETE_CHALLENGE', 'attempt:' || n, 'GC', 1, now()
      from generate_series(1, ${rewardsPerBatch / 2}::integer) n`);
  }
  await db.run(sql`select record_editor(${`event:${eventId}`}, ${editor.id}, now())`);
  await db.run(sql`update players set deleted_at = now(), erased_at = now() where id = ${erased.id}`);
  expect(await pay(200)).toBeUndefined();
  expect(await held()).toEqual([0, 0, 200]);
});

it('exempts approved events from the daily limit', async () => {
  const { eventId, held, pay } = await endedBoard();
  await db.run(sql`update events set is_approved = true where id = ${eventId}`);
  expect(await pay(0)).toEqual({ players: 3, total: 1100, isFinished: true });
  expect(await held()).toEqual([600, 300, 200]);
});
