import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';

let test: TestDatabase;
let db: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url);
});
afterAll(async () => {
  await db?.close();
  await test?.drop();
});

it.each([
  ['nobody’s who never played', { matches: 0, wins: 0, kills: 0 }, null],
  ['what was won of what was played', { matches: 10, wins: 2, kills: 0 }, 0.2],
  ['never above one', { matches: 1, wins: 3, kills: 0 }, 1],
])('is %s', async (_what, statistics, expected) => {
  const reading = JSON.stringify({ top10: 0, top25: 0, ...statistics });
  const { chance } = await db.one<{ chance: number | null }>(sql`
    select win_chance(1, 0, jsonb_populate_record(null::attempt_readings, ${reading}::jsonb)) as chance`);
  expect(chance).toBe(expected);
});
