// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it, vi } from 'vitest';
import { createTestDatabase, openTestDatabase } from '../../../tests/support/database.ts';
import { limits } from './limits.ts';
import { WatchedPool } from './watched-pool.ts';

const db = openTestDatabase();

it('passes a callable release to a caller who gets no connection', async () => {
  const test = await createTestDatabase();
  const pool = new WatchedPool({ connectionString: test.url, ...limits, connectMs: 100, size: 1 });
  const only = await pool.connect();
  const { promise, resolve } = Promise.withResolvers<Error | undefined>();
  pool.connect((error, _client, release) => {
    release();
    resolve(error);
  });
  expect((await promise)?.message).toContain('timeout');
  only.release();
  await pool.end();
  await test.drop();
});

it("cancels the server's work for an abandoned connection, which frees its locks", {
  tags: ['long'],
}, async () => {
  await db.run(sql`create table locked (n int)`);
  const holder = await db.pool.connect();
  holder.on('error', () => {});
  await holder.query('begin; lock table locked');
  const asked = holder.query('select pg_sleep(60)').catch((error: Error) => error);
  await vi.waitFor(async () =>
    expect(await db.rows(sql`select from pg_stat_activity where query = 'select pg_sleep(60)'`)).toHaveLength(
      1,
    ),
  );
  // Silence ends connections that have left a statement unanswered for half a second.
  db.onSilence();
  expect(await asked).toMatchObject({ name: 'DatabaseUnavailable' });
  holder.release(true);
  db.onAnswer();
  expect(await db.rows(sql`select from locked`)).toEqual([]);
});
