// SPDX-License-Identifier: Apache-2.0

import { expect, test } from 'vitest';
import { findIn, maxRows, readWhole, toPage } from './whole-list.ts';

const rows = [
  { title: 'Friday drop', prize: 1_000, isActive: true },
  { title: 'Season finale', prize: 5_000, isActive: true },
  { title: 'opening night', prize: 250, isActive: false },
];
const list = {
  rows,
  textsOf: ({ title, prize }: (typeof rows)[number]) => [title, prize],
  by: {
    title: ({ title }: (typeof rows)[number]) => title,
    prize: ({ prize }: (typeof rows)[number]) => prize,
    status: ({ isActive }: (typeof rows)[number]) => isActive,
  },
};
type Sort = keyof typeof list.by | 'given';
const titles = (search: string, sort: Sort = 'given', order: 'asc' | 'desc' = 'asc') =>
  findIn<(typeof rows)[number], Sort>(list, { search, sort, order }).map(({ title }) => title);

test('searches any text, ignoring case', () => {
  expect(titles('FINALE')).toEqual(['Season finale']);
  expect(titles('250')).toEqual(['opening night']);
  expect(titles('n')).toEqual(['Season finale', 'opening night']);
  expect(titles('nothing')).toEqual([]);
});

test("does not match a row's missing values or times", () => {
  const given = { sort: 'given', order: 'asc' } as const;
  const found = (search: string) =>
    findIn(
      { rows: ['Drop'], textsOf: (title) => [title, null, '2026-11-21T14:10:00.000Z'] },
      { search, ...given },
    );
  expect(found('drop')).toEqual(['Drop']);
  expect(found('')).toEqual(['Drop']);
  expect(found('null')).toEqual([]);
  expect(found('z')).toEqual([]);
  expect(found('2026')).toEqual([]);
});

test('sorts, and keeps equal rows in their given order', () => {
  expect(titles('')).toEqual(['Friday drop', 'Season finale', 'opening night']);
  expect(titles('', 'prize')).toEqual(['opening night', 'Friday drop', 'Season finale']);
  expect(titles('', 'title', 'desc')).toEqual(['Season finale', 'opening night', 'Friday drop']);
  expect(titles('', 'status', 'desc')).toEqual(['Friday drop', 'Season finale', 'opening night']);
  expect(titles('', 'status')).toEqual(['opening night', 'Friday drop', 'Season finale']);
  const numbered = { rows: ['Drop 10', 'Drop 2'], textsOf: (title: string) => [title] };
  const by = { title: (title: string) => title };
  const sorting = { search: '', sort: 'title', order: 'asc' } as const;
  expect(findIn({ ...numbered, by }, sorting)).toEqual(['Drop 2', 'Drop 10']);
  expect(findIn(numbered, sorting)).toEqual(['Drop 10', 'Drop 2']);
});

test('returns pages of the found rows', () => {
  expect(toPage(rows, 2, 2)).toEqual({ list: [rows[2]], total: 3 });
  expect(toPage(rows, 3, 2)).toEqual({ list: [], total: 3 });
});

const numbers = (count: number) => async (page: number) =>
  toPage(
    Array.from({ length: count }, (_, index) => index),
    page,
    500,
  );

test('fetches all rows, and reports when there are more than its maximum', async () => {
  const all = await readWhole(500, numbers(1_201), String);
  expect([all.rows.length, all.rows.at(-1), all.isCut]).toEqual([1_201, 1_200, false]);
  const full = await readWhole(500, numbers(maxRows), String);
  expect([full.rows.length, full.isCut]).toEqual([maxRows, false]);
  const cut = await readWhole(500, numbers(maxRows + 1), String);
  expect([cut.rows.length, cut.rows.at(-1), cut.isCut]).toEqual([maxRows, maxRows - 1, true]);
});

/** Reads a list two rows at a time, and changes the list after each page. */
async function readWhile(list: string[], happens: (page: number) => void): Promise<string[]> {
  const read = async (page: number) => {
    const shown = toPage(list, page, 2);
    happens(page);
    return shown;
  };
  return (await readWhole(2, read, String)).rows;
}

test('includes each row once, even when rows move down a growing list', async () => {
  const list = ['3', '2', '1'];
  const found = await readWhile(list, (page) => void list.unshift(`new ${page}`));
  expect(found.filter((each) => !each.startsWith('new'))).toEqual(['3', '2', '1']);
  expect(new Set(found).size).toBe(found.length);
});

test('misses no row that moves up a shrinking list', async () => {
  const list = ['1', '2', '3', '4', '5', '6', '7'];
  const found = await readWhile(list, (page) => void (page === 3 && list.splice(0, 3)));
  expect(new Set(found)).toEqual(new Set(['1', '2', '3', '4', '5', '6', '7']));
  // The next page's first row is now the last row of the previous page.
  const even = ['1', '2', '3', '4', '5'];
  expect(await readWhile(even, (page) => void (page === 2 && even.shift()))).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
  ]);
});

test('misses no row that moves up because another row moved to the end', async () => {
  const list = ['1', '2', '3', '4', '5'];
  const decide = (page: number) => void (page === 1 && list.push(...list.splice(0, 1)));
  expect(new Set(await readWhile(list, decide))).toEqual(new Set(['1', '2', '3', '4', '5']));
});

test('stops when the server only estimates the number of rows', async () => {
  let calls = 0;
  const read = async () => {
    calls += 1;
    return { list: ['1'] };
  };
  expect((await readWhole(2, read, String)).rows).toEqual(['1']);
  expect(calls).toBe(1);
});

/** The pages fetched when the list gives these answers in turn. */
async function askedPages(answers: { list: string[]; total?: number }[]): Promise<number[]> {
  const asked: number[] = [];
  const read = async (page: number) => {
    asked.push(page);
    return answers[asked.length - 1] ?? { list: [] };
  };
  await readWhole(2, read, String);
  return asked;
}

test('requests no page twice without need', async () => {
  expect(
    await askedPages([
      { list: ['1', '2'], total: 3 },
      { list: ['3'], total: 3 },
    ]),
  ).toEqual([1, 2]);
  expect(await askedPages([{ list: ['1', '2'], total: 3 }, { list: ['3'] }])).toEqual([1, 2]);
});

test('goes back as many pages as rows have disappeared, but not before the first', async () => {
  const full = (total: number) => ({ list: ['1', '2'], total });
  const few = { list: ['3'], total: 3 };
  expect(await askedPages([full(9), full(9), full(9), full(6), full(6), few])).toEqual([1, 2, 3, 4, 2, 3, 1]);
  expect(await askedPages([full(9), full(1), { list: ['1'], total: 1 }])).toEqual([1, 2, 1]);
});

test('fetches a list that is too short once more, and then stops', async () => {
  const short = { list: ['1'], total: 5 };
  expect(await askedPages([short, short, short])).toEqual([1, 1]);
});
