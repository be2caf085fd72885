// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { migrate, readMigrations } from './migrate.ts';

let test: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  test = await createTestDatabase();
  client = new pg.Client({ connectionString: test.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await test?.drop();
});

it.each([
  ['0119_ways_to_sign_in_untold.sql', 'identities_owner_untold'],
  ['0132_mail_refused_index.sql', 'players_mail_refused'],
])('repeats %s after an interruption, which left its index invalid', async (name, index) => {
  await client.query('update pg_index set indisvalid = false where indexrelid = $1::regclass', [index]);
  await client.query('delete from migrations where name = $1', [name]);
  expect(await migrate(test.url)).toEqual([name]);
  const { rows } = await client.query('select indisvalid from pg_index where indexrelid = $1::regclass', [
    index,
  ]);
  expect(rows).toEqual([{ indisvalid: true }]);
});

it('has no migration outside a transaction that accepts an index which an interruption left invalid', async () => {
  const outside = (await readMigrations()).filter(({ text }) => text.startsWith('-- Outside a transaction'));
  expect(outside.length).toBeGreaterThan(0);
  const accepting = outside.filter(({ text }) => /index\s+concurrently\s+if\s+not\s+exists/i.test(text));
  expect(accepting.map(({ name }) => name)).toEqual([]);
});
