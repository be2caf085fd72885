import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { housekeepingTasks } from '../jobs/housekeeping.ts';
import type { Task } from '../jobs/outbox.ts';
import { type Database, openDatabase } from './database.ts';
import { rowsPerBatch } from './delete-in-batches.ts';

let test: TestDatabase;
let db: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 2 });
});
afterAll(async () => {
  await db?.close();
  await test?.drop();
});

it('housekeeping removes what is old, however much, in bounded statements, and nothing else', async () => {
  await db.run(sql`
    insert into live_events (player_id, name, data, created_at)
    select ${randomUUID()}, 'balance', '{}', now() - n * interval '1 day'
    from generate_series(0, 2) n, generate_series(1, ${rowsPerBatch}::int)`);
  const deleted: number[] = [];
  const counting: Database = {
    ...db,
    run: async (query) => {
      const rows = await db.run(query);
      if (query.text.includes('live_events')) deleted.push(rows);
      return rows;
    },
  };
  await (housekeepingTasks(counting).housekeeping as Task)({} as never);
  expect(deleted).toEqual([rowsPerBatch, rowsPerBatch, 0]);
  expect(await db.row(sql`select count(*) from live_events`)).toEqual({ count: rowsPerBatch });
});
