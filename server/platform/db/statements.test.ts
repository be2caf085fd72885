// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';

// One connection: each statement's second use runs on the state that the first left.
const db = openTestDatabase({ poolSize: 1 });

const at = new Date('2026-11-20T12:34:56.789Z');

it('sends and reads every kind of value, the first and second time', async () => {
  const read = () =>
    db.rows(sql`
      select ${7}::integer as int, ${2 ** 53 - 1}::bigint as big, ${0.5}::numeric as half, ${true}::boolean as yes,
        ${'Zoë "\\ 東'}::text as text, ${''}::text as empty, ${null}::text as nothing, ${at}::timestamptz as at,
        ${Buffer.from([0, 255])}::bytea as bytes, ${{ a: [1] }}::jsonb as json,
        ${['a', 'b,"c']}::text[] as list, ${[]}::text[] as none`);
  const expected = [
    {
      int: 7,
      big: 2 ** 53 - 1,
      half: 0.5,
      yes: true,
      text: 'Zoë "\\ 東',
      empty: '',
      nothing: null,
      at,
      bytes: Buffer.from([0, 255]),
      json: { a: [1] },
      list: ['a', 'b,"c'],
      none: [],
    },
  ];
  expect(await read()).toEqual(expected);
  expect(await read()).toEqual(expected);
});

it('returns how many rows a statement changed', async () => {
  await db.run(sql`create table touched (n integer)`);
  const add = (count: number) =>
    db.run(sql`insert into touched select generate_series(1, ${count}::integer)`);
  expect([await add(3), await add(0), await add(2)]).toEqual([3, 0, 2]);
  expect(await db.run(sql`update touched set n = 0 where n = 1`)).toBe(2);
  expect(await db.run(sql`drop table touched`)).toBe(0);
});

it('returns many rows, one row or no row', async () => {
  const up = (to: number) => sql`select n from generate_series(1, ${to}::integer) n`;
  expect(await db.rows(up(3))).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(await db.row(up(3))).toEqual({ n: 1 });
  expect(await db.row(up(0))).toBeUndefined();
  expect(await db.rows(sql`select from generate_series(1, 2)`)).toEqual([{}, {}]);
});

it('converts column names to camel case, but not keys inside JSON', async () => {
  const json = { started_at: 1 };
  const row = await db.one(sql`
    select 1 as _id, 2 as gift_card_id, 3 as is_2nd, 4 as entry_fee_gc, 5 as gc_coin, 6 as xp, 7 as given_xp,
      ${json}::jsonb as kept_answer, 8 as "asItIs"`);
  const named = { giftCardId: 2, is2nd: 3, entryFeeGC: 4, gcCoin: 5, xp: 6, givenXP: 7, asItIs: 8 };
  expect(row).toEqual({ _id: 1, ...named, keptAnswer: json });
  // PostgreSQL's own name for the column.
  const [line] = await db.rows<Record<string, string>>(sql`explain select 1`);
  expect(line?.['QUERY PLAN']).toMatch(/^Result/);
});

it('throws and rolls back when not exactly one row arrives', async () => {
  const up = (to: number) => sql`select n from generate_series(1, ${to}::integer) n`;
  expect(await db.one(up(1))).toEqual({ n: 1 });
  await expect(db.one(up(0))).rejects.toThrow(/^0 rows came instead of one: select n from/);
  await expect(db.one(up(2))).rejects.toThrow(/^2 rows came instead of one/);
  await expect(db.reports.one(up(2))).rejects.toThrow(/^2 rows came instead of one/);
  await db.run(sql`create table kept (n integer)`);
  const twice = db.transaction((tx) => tx.one(sql`insert into kept values (1), (2) returning n`));
  await expect(twice).rejects.toThrow(/^2 rows came/);
  expect(await db.rows(sql`select from kept`)).toEqual([]);
});

it('recovers from a value that cannot be sent', async () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const said = (value: unknown) => db.row(sql`select ${value}::text as said_first`);
  await expect(said(circle)).rejects.toThrow(/circular/);
  expect(await said('a word')).toEqual({ saidFirst: 'a word' });
});

it('recovers from errors in the text, a value, a row or the result', async () => {
  await expect(db.row(sql`select nonsense from nowhere`)).rejects.toThrow(/nowhere/);
  await expect(db.row(sql`select nonsense from nowhere`)).rejects.toThrow(/nowhere/);
  const half = (n: unknown) => db.row(sql`select 100 / ${n}::integer as part`);
  await expect(half('x')).rejects.toThrow(/integer/);
  await expect(half(0)).rejects.toThrow(/division by zero/);
  expect(await half(50)).toEqual({ part: 2 });
  const circle: { self?: unknown } = {};
  circle.self = circle;
  await expect(half(circle)).rejects.toThrow(/circular/);
  const big = (text: string) => db.row(sql`select ${text}::bigint as big`);
  await expect(big('9007199254740993')).rejects.toThrow(/does not fit/);
  expect(await big('5')).toEqual({ big: 5 });
});

it('rolls back a transaction with an error, without affecting the next', async () => {
  const failing = db.transaction(async (tx) => {
    await tx.run(sql`create table never (n integer)`);
    await tx.row(sql`select 1 / ${0}::integer`);
  });
  await expect(failing).rejects.toThrow(/division by zero/);
  expect(await db.row(sql`select to_regclass('never') as table`)).toEqual({ table: null });
});

it('never reads a changed result by its old description', async () => {
  await db.run(sql`create table changing as select 1 as n`);
  const all = () => db.row(sql`select * from changing`);
  expect(await all()).toEqual({ n: 1 });
  await db.run(sql`alter table changing alter n type text`);
  await expect(all()).rejects.toThrow(/must not change result type/);
});

it('includes the caller in the stack of an error', async () => {
  const error = (await db.row(sql`select 1 / ${0}::integer`).catch((reason) => reason)) as Error;
  expect(error.stack).toContain('statements.test.ts');
});
