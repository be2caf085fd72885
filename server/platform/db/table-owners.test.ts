import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { tableOwners } from '../../../db/table-owners.ts';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { openDatabase } from './database.ts';

it('knows the owner of every table and view there is, once', async () => {
  const test = await createTestDatabase();
  const db = openDatabase(test.url, { poolSize: 1 });
  try {
    const rows = await db.rows<{ name: string }>(sql`
      select table_name as name from information_schema.tables where table_schema = 'public'`);
    expect(Object.values(tableOwners).flat().toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  } finally {
    await db.close();
    await test.drop();
  }
});
