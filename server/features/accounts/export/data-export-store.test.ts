// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createTwoPlayers } from '../../../../tests/support/factories.ts';
import { keepsWaiting } from '../../../../tests/support/keeps-waiting.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';
import * as store from './data-export-store.ts';

const noon = Date.UTC(2026, 2, 10, 12);
const at = (minutes: number) => new Date(noon + minutes * 60_000);

const db = openTestDatabase({ poolSize: 4 });
let me: string;
let other: string;
beforeEach(async () => {
  [me, other] = await createTwoPlayers(db);
  await db.run(sql`delete from data_exports`);
});

const ask = async (playerId: string, askedAt = at(0)) =>
  (await db.transaction((tx) => store.insertExport(tx, { playerId, sectionCount: 4, askedAt })))?.id;
const take = (minutes: number) => store.takeDue(db, { now: at(minutes), heldUntil: at(minutes + 10) });
type Row = store.DataExportRow;
const ready = (held: Row, minutes: number) =>
  db.transaction((tx) =>
    store.markReady(tx, held, { bytes: 9, endedAt: at(minutes), expiresAt: at(minutes + 60) }),
  );
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

it('allows one running export per player, and returns the latest', async () => {
  const first = await ask(me);
  expect(await ask(me, at(1))).toBeUndefined();
  expect(await ask(other)).toEqual(expect.any(String));
  expect((await store.findRunning(db, me))?.id).toBe(first);
  await ready((await take(1)) as Row, 2);
  await ready((await take(1)) as Row, 2);
  expect(await store.findRunning(db, me)).toBeUndefined();
  const second = await ask(me, at(3));
  expect(await store.findLatest(db, me)).toEqual({
    id: second,
    playerId: me,
    status: 'queued',
    run: 0,
    failures: 0,
    sectionsDone: 0,
    sectionCount: 4,
    askedAt: at(3),
    endedAt: null,
    bytes: null,
    expiresAt: null,
  });
  expect(idsOf(await store.listExports(db, me))).toEqual([first, second]);
  // If two have the same time, the one written last counts.
  await db.run(sql`update data_exports set asked_at = ${at(3)} where player_id = ${me}`);
  expect((await store.findLatest(db, me))?.id).toBe(second);
  expect((await store.findExport(db, { id: first as string, playerId: me }))?.id).toBe(first);
  expect(await store.findExport(db, { id: first as string, playerId: other })).toBeUndefined();
});

it('counts exports since a given time, except abandoned ones', async () => {
  await ask(me);
  await ask(other);
  expect(await store.countSince(db, me, new Date(noon - 1))).toBe(1);
  expect(await store.countSince(db, me, at(0))).toBe(0);
  const held = (await take(0)) as Row;
  await db.transaction((tx) => store.giveUp(tx, held, at(1)));
  expect(await store.countSince(db, held.playerId, new Date(noon - 1))).toBe(0);
});

it('hands the oldest export to one worker at a time, and again after its lease expires', async () => {
  const [late, early] = [await ask(me, at(2)), await ask(other, at(1))];
  expect(await take(0)).toBeUndefined();
  const first = await take(1);
  expect(first).toMatchObject({ id: early, status: 'working', run: 1 });
  await db.transaction(async (tx) => {
    expect((await store.takeDue(tx, { now: at(2), heldUntil: at(3) }))?.id).toBe(late);
    expect(await outsideTransaction(() => take(2))).toBeUndefined();
  });
  // A process that has gone silent has lost its export.
  expect(await take(2.9)).toBeUndefined();
  expect(await take(3)).toMatchObject({ id: late, run: 2 });
});

it('lets only the lease holder continue, finish, return or abandon an export', async () => {
  await ask(me);
  await ask(other, at(1));
  const lost = (await take(0)) as Row;
  const strange = (await take(10)) as Row;
  const held = (await take(10)) as Row;
  expect([held.id, strange.playerId]).toEqual([lost.id, other]);
  const within = <Answer>(work: (tx: never) => Promise<Answer>) => db.transaction((tx) => work(tx as never));
  const ways: ((row: Row) => Promise<Row | undefined>)[] = [
    (row) => within((tx) => store.noteProgress(tx, row, { sectionsDone: 2, heldUntil: at(30) })),
    (row) => ready(row, 20),
    (row) => within((tx) => store.giveUp(tx, row, at(20))),
  ];
  for (const way of ways) expect(await way(lost)).toBeUndefined();
  await within((tx) => store.putBack(tx, lost, { failures: 3, dueAt: at(0) }));
  const unchanged = { status: 'working', failures: 0, sectionsDone: 0 };
  expect(await store.findLatest(db, me)).toMatchObject(unchanged);
  expect(await ways[0]?.(held)).toMatchObject({ status: 'working', sectionsDone: 2 });
  await within((tx) => store.putBack(tx, held, { failures: 1, dueAt: at(40) }));
  expect(await take(39)).toMatchObject({ id: strange.id });
  const again = (await take(40)) as Row;
  expect(again).toMatchObject({ id: held.id, run: 3, failures: 1 });
  expect(await ready(again, 41)).toMatchObject({
    ...{ status: 'ready', sectionsDone: 4, bytes: 9, endedAt: at(41), expiresAt: at(101) },
  });
  for (const way of ways) expect(await way(again)).toBeUndefined();
  expect(await store.findLatest(db, other)).toMatchObject(unchanged);
  const row = (await store.findLatest(db, other)) as Row;
  expect(await ways[2]?.(row)).toMatchObject({ status: 'failed', failures: 1, endedAt: at(20) });
  const wanted = sql`select from data_exports where id = ${held.id} for update nowait`;
  expect(await keepsWaiting(db, (tx) => store.takeDue(tx, { now: at(99), heldUntil: at(99) }), wanted)).toBe(
    false,
  );
});

it('lists expired archives, oldest first, and keeps the others', async () => {
  const made: string[] = [];
  for (const minutes of [2, 1]) {
    await ask(me, at(minutes));
    const held = (await take(minutes)) as Row;
    await ready(held, minutes);
    made.push(held.id);
  }
  const [second, first] = made as [string, string];
  const running = (await ask(other, at(70))) as string;
  expect(await store.listExpired(db, new Date(at(61).getTime() - 1), 9)).toEqual([]);
  expect(await store.listExpired(db, at(61), 9)).toEqual([{ id: first, run: 1 }]);
  expect(idsOf(await store.listExpired(db, at(62), 9))).toEqual([first, second]);
  expect(idsOf(await store.listExpired(db, at(62), 1))).toEqual([first]);
  await store.markExpired(db, { id: first, run: 1 });
  await store.markExpired(db, { id: running, run: 0 });
  expect(await store.listKept(db, [first, second, running, randomUUID()])).toEqual(
    new Set([second, running]),
  );
  expect(await store.listKept(db, [first])).toEqual(new Set());
  // After a long time, no record of the requests remains.
  await store.forgetOld(db, at(1));
  expect(await store.listExports(db, me)).toHaveLength(2);
  await store.forgetOld(db, at(99));
  expect(idsOf(await store.listExports(db, me))).toEqual([second]);
  expect(idsOf(await store.listExports(db, other))).toEqual([running]);
});

it('deletes all exports of a player, and returns the exports that have an archive', async () => {
  await ask(me);
  const held = (await take(0)) as Row;
  await ready(held, 0);
  await ask(me, at(1));
  await ask(other);
  expect(await db.transaction((tx) => store.forgetExports(tx, me))).toEqual([{ id: held.id, run: 1 }]);
  expect(await store.listExports(db, me)).toEqual([]);
  expect(await store.listExports(db, other)).toHaveLength(1);
});
