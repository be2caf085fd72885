// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { countPages } from '../../../contract/paging.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { toPageSql } from './page.ts';

const db = openTestDatabase();

const read = async (page: number, pageSize: number) => {
  const rows = await db.rows<{ n: number }>(sql`
    select n from generate_series(1, 20000) n order by n ${toPageSql({ page, pageSize })}`);
  return [rows.length, rows[0]?.n];
};

it('limits a query to its page, up to the exactly counted total', async () => {
  expect(await read(1, 25)).toEqual([25, 1]);
  expect(await read(400, 25)).toEqual([25, 9_976]);
  expect(await read(401, 25)).toEqual([25, 10_001]);
  expect(await read(402, 25)).toEqual([0, undefined]);
  expect(await read(100_000, 100)).toEqual([0, undefined]);
});

it('counts the available pages', () => {
  expect([0, 1, 25, 26, 10_000, 1_000_000].map((total) => countPages(total, 25))).toEqual([
    ...[1, 1, 1, 2, 400, 400],
  ]);
});
