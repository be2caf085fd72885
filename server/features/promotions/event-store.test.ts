// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openPromotionRows } from '../../../tests/support/promotion-rows.ts';
import {
  deletePromotion,
  findForAdmins,
  hasPromotions,
  hasRewards,
  listDueToEnd,
  listForAdmins,
  listForPlayers,
  listScheduledPromotions,
  markStarted,
} from './event-store.ts';
import { getRewards, getStandings, lockRewardsForCause } from './rewards/event-reward-store.ts';
import { utcDay } from './rules.ts';

const { db, now, at, add, ending, starting, newPlayer, give } = openPromotionRows();

it('finds what is due to end: over, paid by itself, and not off, deleted, sent or completed', async () => {
  expect(await hasPromotions(db as never)).toBe(false);
  const [second, first] = [await add(ending(0)), await add(ending(-1))];
  await add(ending(1));
  await add({ ...ending(-1), autoRun: false });
  for (const change of [
    sql`is_active = false`,
    sql`deleted_at = now()`,
    sql`sending_since = now()`,
    sql`is_completed = true, completed_at = now()`,
  ]) {
    await add(ending(-1), change);
  }
  expect(await listDueToEnd(db, now, 9)).toEqual([first, second]);
  expect(await listDueToEnd(db, now, 1)).toEqual([first]);
  expect(await hasPromotions(db as never)).toBe(true);
});

it('plans starts that nobody was told of, and ends of what pays by itself', async () => {
  const plan = async (limit = 9) =>
    (await listScheduledPromotions(db, { now, lateFactGraceMs: 60_000, limit })).map(
      ({ id, task, runAt }) => [id, task, runAt],
    );
  const told = sql`start_told_at = now()`;
  const running = await add({}, told);
  const coming = await add({ ...starting(5), ...ending(50) });
  const byHand = await add({ ...starting(7), autoRun: false });
  await add({ ...ending(0), autoRun: false });
  const over = await add(ending(-5));
  for (const change of [sql`is_active = false`, sql`deleted_at = now()`]) {
    await add(starting(6), change);
  }
  for (const change of [
    sql`sending_since = now(), start_told_at = now()`,
    sql`is_completed = true, completed_at = now(), start_told_at = now()`,
  ]) {
    await add({}, change);
  }
  const all = [
    [over, 'event.end', at(-4)],
    [coming, 'event.start', at(5)],
    [byHand, 'event.start', at(7)],
    [coming, 'event.end', at(51)],
    [running, 'event.end', at(61)],
  ];
  expect(await plan()).toEqual(all);
  expect(await plan(2)).toEqual(all.slice(0, 2));
});

it('marks as begun what runs, is neither off nor deleted, and was not told yet', async () => {
  const [begins, runs] = [await add(starting(0)), await add()];
  await add(starting(1));
  await add(ending(0));
  for (const change of [sql`is_active = false`, sql`deleted_at = now()`, sql`start_told_at = ${at(-9)}`]) {
    await add({}, change);
  }
  const mark = () => db.transaction((tx) => markStarted(tx, now));
  expect([await mark(), await mark()]).toEqual([2, 0]);
  const told = await db.rows<{ id: string }>(sql`select id from events where start_told_at = ${now}`);
  expect(told.map(({ id }) => id).sort()).toEqual([begins, runs].sort());
});

it('adds up what a player has of an event, by the days of UTC', async () => {
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

it('says of what a cause was rewarded with whether it can still be paid', async () => {
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
  const common = { title: 'Test event', currency: 'GC', amount: 5, takenBack: 0, reversals: 0 };
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

it('lists for players what runs, and the latest that have ended', async () => {
  await add({}, sql`is_active = false`);
  const [later, sooner, ended, done] = [
    await add(ending(2)),
    await add(ending(1)),
    await add(ending(0)),
    await add(ending(-1), sql`is_active = false, is_completed = true, completed_at = now()`),
  ];
  const list = async (max: number) => (await listForPlayers(db, now, max)).map(({ id }) => id);
  expect(await list(9)).toEqual([sooner, later, ended, done]);
  expect(await list(1)).toEqual([sooner, later, ended]);
});

it('lists for administrators what is active first, then the latest start, and nothing that was deleted', async () => {
  const off = sql`is_active = false`;
  const [early, offLate, offEarly, late] = [
    await add(starting(-30)),
    await add(starting(-10), off),
    await add(starting(-20), off),
    await add(starting(-10)),
  ];
  const deleted = await add();
  expect(await findForAdmins(db, deleted)).toMatchObject({ id: deleted });
  await db.transaction((tx) => deletePromotion(tx, deleted, now));
  expect(await findForAdmins(db, deleted)).toBeUndefined();
  expect(
    await db.rows(
      sql`select id, is_active, deleted_at from events where deleted_at is not null or is_active`,
    ),
  ).toEqual(
    expect.arrayContaining([
      { id: deleted, isActive: false, deletedAt: now },
      { id: early, isActive: true, deletedAt: null },
      { id: late, isActive: true, deletedAt: null },
    ]),
  );
  const list = async (page: number, pageSize: number) => {
    const { rows, total } = await listForAdmins(db, { page, pageSize });
    return [rows.map(({ id }) => id), total];
  };
  expect(await list(1, 9)).toEqual([[late, early, offLate, offEarly], 4]);
  expect(await list(1, 3)).toEqual([[late, early, offLate], 4]);
  expect(await list(2, 3)).toEqual([[offEarly], 4]);
});
