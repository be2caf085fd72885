// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openPromotionRows } from '../../../tests/support/promotion-rows.ts';
import {
  deletePromotion,
  findForAdmins,
  hasPromotions,
  listDueToEnd,
  listForAdmins,
  listForPlayers,
  listScheduledPromotions,
  markStarted,
} from './event-store.ts';

const { db, now, at, add, ending, starting } = openPromotionRows();

it('finds events due to end: past their end, paid automatically, and not inactive, deleted, sent or completed', async () => {
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

it('schedules unannounced starts, and ends of events that pay automatically', async () => {
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

it('marks running events as started, except inactive, deleted and announced events', async () => {
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

it('lists running events for players, and the most recently ended', async () => {
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

it('lists active events first for administrators, then by latest start, without deleted events', async () => {
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
