// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, openTestDatabase } from './database.ts';

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows[0];
  } finally {
    await client.end();
  }
}

it('gives every file its own migrated database', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await ask(first.url, 'create table only_here ()');
  const seen = "select to_regclass('only_here') as own, to_regclass('migrations') as migrated";
  expect(await ask(first.url, seen)).toEqual({ own: 'only_here', migrated: 'migrations' });
  expect(await ask(second.url, seen)).toEqual({ own: null, migrated: 'migrations' });
  await Promise.all([first.drop(), second.drop()]);
  await expect(ask(first.url, 'select 1')).rejects.toThrow(/does not exist/);
});

let url: string;
describe('a database opened for tests', () => {
  const db = openTestDatabase({ poolSize: 1 });

  it('exists during the tests', async () => {
    url = db.url;
    const name = new URL(url).pathname.slice(1);
    expect(await db.one(sql`select current_database() as name`)).toEqual({ name });
  });
});

it('a database opened for tests is dropped after the last test', async () => {
  await expect(ask(url, 'select 1')).rejects.toThrow(/does not exist/);
});
