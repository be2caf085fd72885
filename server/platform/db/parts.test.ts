import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { type Database, openDatabase } from './database.ts';
import { part, readPart, readRowAndParts } from './parts.ts';

let test: TestDatabase;
let db: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 1 });
});
afterAll(async () => {
  await db.close();
  await test.drop();
});

const sum = part(sql`select to_json(${2}::int + ${3}::int)`, (value: number) => ({ value }));
const nothing = part(sql`select to_json(1) where false`, (value: number | null) => value ?? 'nothing');

it('asks for a row and all parts in one statement, each with its own values', async () => {
  const asked: string[] = [];
  const counting = {
    ...db,
    row(query: never) {
      asked.push('row');
      return db.row(query);
    },
  } as unknown as Database;
  const query = sql`select ${7}::int as first_number, now() as at`;
  const found = await readRowAndParts<
    { firstNumber: number; at: Date },
    { sum: typeof sum; nothing: typeof nothing }
  >(counting, query, { sum, nothing });
  expect(found?.row).toMatchObject({ firstNumber: 7, at: expect.any(Date) });
  expect(found?.parts).toEqual({ sum: { value: 5 }, nothing: 'nothing' });
  expect(asked).toEqual(['row']);
});

it('is undefined where there is no row, and reads a part alone', async () => {
  expect(await readRowAndParts(db, sql`select 1 as one where false`, { sum })).toBeUndefined();
  expect([await readPart(db, sum), await readPart(db, nothing)]).toEqual([{ value: 5 }, 'nothing']);
});
