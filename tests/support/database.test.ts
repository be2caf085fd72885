import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from './database.ts';

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows[0];
  } finally {
    await client.end();
  }
}

it('gives every file a migrated database of its own', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await ask(first.url, 'create table only_here ()');
  const seen = "select to_regclass('only_here') as own, to_regclass('migrations') as migrated";
  expect(await ask(first.url, seen)).toEqual({ own: 'only_here', migrated: 'migrations' });
  expect(await ask(second.url, seen)).toEqual({ own: null, migrated: 'migrations' });
  await Promise.all([first.drop(), second.drop()]);
  await expect(ask(first.url, 'select 1')).rejects.toThrow(/does not exist/);
});
