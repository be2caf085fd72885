// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { enqueue, findPlanned } from './outbox.ts';

const db = openTestDatabase();

it('finds which of the given jobs are waiting or running and have not failed', async () => {
  await db.transaction(async (tx) => {
    for (const key of ['waits', 'runs', 'runs-again', 'failed', 'other']) await enqueue(tx, 'a', {}, { key });
    await tx.run(sql`
      update graphile_worker._private_jobs set locked_at = case when key like 'runs%' then now() end,
        attempts = case key when 'runs-again' then 2 when 'failed' then 1 else 0 end`);
  });
  const asked = ['waits', 'runs', 'runs-again', 'failed', 'unknown'];
  expect([...(await findPlanned(db, asked))].sort()).toEqual(['runs', 'runs-again', 'waits']);
  expect([...(await findPlanned(db, ['waits']))]).toEqual(['waits']);
});

it("delays a job by the database's clock", async () => {
  const waits = await db.transaction(async (tx) => {
    await enqueue(tx, 'b', {}, { key: 'later', inMs: 1_500 });
    return tx.rows(sql`select (run_at - now())::text as wait from graphile_worker.jobs where key = 'later'`);
  });
  expect(waits).toEqual([{ wait: '00:00:01.5' }]);
});
