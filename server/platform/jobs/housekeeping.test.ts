// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { housekeepingTasks } from './housekeeping.ts';

const db = openTestDatabase();

it('deletes temporary rows at the end of their time, and no sooner', async () => {
  const player = randomUUID();
  await db.run(sql`
    insert into live_events (player_id, name, data, created_at)
    select ${player}, age, '{}', now() - age::interval from unnest(array['23:59:00', '24:01:00']) age`);
  await db.run(sql`
    insert into idempotent_answers (player_id, key, input_hash, answer, created_at)
    select ${player}, age, '\\x00', '{}', now() - age::interval from unnest(array['167:59:00', '168:01:00']) age`);
  await db.run(sql`
    insert into rate_limit_windows (key, count, ends_at)
    select age, 1, now() - age::interval from unnest(array['-00:01:00', '00:01:00']) age`);
  await housekeepingTasks(db).housekeeping?.({} as never);
  const left = await db.rows<{ name: string }>(sql`
    select name from live_events union all select key from idempotent_answers union all select key from rate_limit_windows`);
  expect(left.map(({ name }) => name).sort()).toEqual(['-00:01:00', '167:59:00', '23:59:00']);
});
