// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { housekeepingTasks } from '../jobs/housekeeping.ts';
import type { Task } from '../jobs/outbox.ts';
import type { Database } from './database.ts';
import { rowsPerBatch } from './delete-in-batches.ts';

const db = openTestDatabase({ poolSize: 2 });

it('housekeeping deletes any number of old rows in bounded statements, and no recent row', async () => {
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

it('housekeeping keeps idempotent answers for seven days, and rate limit windows until they end', async () => {
  const playerId = randomUUID();
  await db.run(sql`
    insert into idempotent_answers (player_id, key, input_hash, answer, created_at)
    select ${playerId}, hours::text, '', '{}', now() - hours * interval '1 hour'
    from unnest(array[1, 7 * 24 - 1, 7 * 24 + 1]) hours`);
  await db.run(sql`
    insert into rate_limit_windows (key, count, ends_at)
    values ('over', 1, now() - interval '1 second'), ('open', 1, now() + interval '1 minute')`);
  await (housekeepingTasks(db).housekeeping as Task)({} as never);
  const keys = async (rows: Promise<{ key: string }[]>) => (await rows).map(({ key }) => key);
  const answers = db.rows<{ key: string }>(
    sql`select key from idempotent_answers where player_id = ${playerId} order by created_at desc`,
  );
  expect(await keys(answers)).toEqual(['1', '167']);
  expect(await keys(db.rows(sql`select key from rate_limit_windows`))).toEqual(['open']);
});
