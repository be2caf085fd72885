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

test('finds by any text, in any case', () => {
  expect(titles('FINALE')).toEqual(['Season finale']);
  expect(titles('250')).toEqual(['opening night']);
  expect(titles('n')).toEqual(['Season finale', 'opening night']);
  expect(titles('nothing')).toEqual([]);
});

test('finds no row by what it lacks, nor by its times', () => {
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

test('sorts, and leaves what is equal as it was given', () => {
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

test('gives pages of what was found', () => {
  expect(toPage(rows, 2, 2)).toEqual({ list: [rows[2]], total: 3 });
  expect(toPage(rows, 3, 2)).toEqual({ list: [], total: 3 });
});

const numbers = (count: number) => async (page: number) =>
  toPage(
    Array.from({ length: count }, (_, index) => index),
    page,
    500,
  ).list;

test('fetches all there is, and says where that is more than it takes', async () => {
  const all = await readWhole(500, numbers(1_201), String);
  expect([all.rows.length, all.rows.at(-1), all.isCut]).toEqual([1_201, 1_200, false]);
  const full = await readWhole(500, numbers(maxRows), String);
  expect([full.rows.length, full.isCut]).toEqual([maxRows, false]);
  const cut = await readWhole(500, numbers(maxRows + 1), String);
  expect([cut.rows.length, cut.rows.at(-1), cut.isCut]).toEqual([maxRows, maxRows - 1, true]);
});

test('takes each row once, though rows move down a list that grows while it is fetched', async () => {
  const list = ['3', '2', '1'].map((_id) => ({ _id }));
  const read = async (page: number) => {
    const shown = toPage(list, page, 2).list;
    list.unshift({ _id: `new ${page}` });
    return shown;
  };
  const { rows: found } = await readWhole(2, read, ({ _id }) => _id);
  expect(found.map(({ _id }) => _id)).toEqual(['3', '2', '1']);
});
