// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, openTestDatabase } from '../../../tests/support/database.ts';
import { DatabaseUnavailable } from '../postgres/unavailable.ts';
import { refuse } from '../refusal.ts';
import { openDatabase } from './database.ts';
import { findAnswer, storeAnswer } from './idempotency.ts';
import { demandVersion, migrate, newestOfJobs } from './migrate.ts';

const playerId = '0190a0a0-0000-7000-8000-00000000000a';

describe('database', () => {
  const db = openTestDatabase();
  beforeAll(async () => {
    await db.run(sql`create table counters (name text primary key, value bigint not null)`);
  });
  beforeEach(async () => {
    await db.run(sql`delete from counters`);
    await db.run(sql`insert into counters values ('a', 0), ('b', 0)`);
  });

  const value = async (name: string) =>
    (await db.row<{ value: number }>(sql`select value from counters where name = ${name}`))?.value;

  it('rolls back on a refusal and returns it', async () => {
    const result = await db.transaction(async (tx) => {
      await tx.run(sql`update counters set value = 1 where name = 'a'`);
      return refuse('forbidden');
    });
    expect(result).toEqual({ refused: 'forbidden' });
    expect(await value('a')).toBe(0);
  });

  it('restarts a deadlocked transaction', { tags: ['long'] }, async () => {
    const both = (first: string, second: string) =>
      db.transaction(async (tx) => {
        await tx.run(sql`update counters set value = value + 1 where name = ${first}`);
        await new Promise((wake) => setImmediate(wake));
        await tx.run(sql`update counters set value = value + 1 where name = ${second}`);
      });
    await Promise.all(Array.from({ length: 4 }, (_, index) => (index % 2 ? both('a', 'b') : both('b', 'a'))));
    expect([await value('a'), await value('b')]).toEqual([4, 4]);
  });

  const raise = (code: string) => sql`select raise_state(${code})`;
  it.each([
    ['a serialization failure', '40001'],
    ['a deadlock', '40P01'],
  ])('reports %s that repeats as unavailable, with and without a transaction', async (_name, code) => {
    await db.pool.query(`
      create or replace function raise_state(code text) returns void language plpgsql as $$
      begin raise exception 'again' using errcode = code; end $$`);
    let tries = 0;
    const outcome = await db
      .transaction((tx) => {
        tries++;
        return tx.run(raise(code));
      })
      .catch((error: unknown) => error);
    expect([tries, outcome]).toEqual([10, expect.any(DatabaseUnavailable)]);
    expect(await db.run(raise(code)).catch((error: unknown) => error)).toBeInstanceOf(DatabaseUnavailable);
  });

  it('passes on a permanent error', async () => {
    await expect(db.transaction((tx) => tx.run(sql`select 1 / 0`))).rejects.toThrow('division by zero');
  });

  it('survives a connection lost during a transaction', async () => {
    await expect(
      db.transaction(async (tx) => {
        await tx.run(sql`update counters set value = 1 where name = 'a'`);
        await tx.run(sql`select pg_terminate_backend(pg_backend_pid())`);
      }),
    ).rejects.toThrow();
    expect(await value('a')).toBe(0);
  });

  it('refuses a number that JavaScript cannot represent', async () => {
    await expect(db.row(sql`select 9007199254740993::bigint`)).rejects.toThrow('does not fit');
  });

  it('gives concurrent replays of a key the first answer, and refuses other input', async () => {
    const request = { playerId, key: 'key-00001', input: { amount: 1 } };
    const once = () =>
      db.transaction(async (tx) => {
        const known = await findAnswer<number>(tx, request);
        if (known) return known;
        await tx.run(sql`update counters set value = value + 1 where name = 'a'`);
        const answer = Math.random();
        await storeAnswer(tx, request, answer);
        return { answer };
      });
    const answers = await Promise.all(Array.from({ length: 15 }, once));
    expect(new Set(answers.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(await value('a')).toBe(1);
    expect(await findAnswer(db, { ...request, input: { amount: 2 } })).toEqual({
      refused: 'idempotency_key_reused',
    });
  });

  it('lets several processes migrate concurrently', { tags: ['long'] }, async () => {
    expect(await Promise.all([1, 2, 3].map(() => migrate(db.url)))).toEqual([[], [], []]);
  });

  it('applies a missing migration of graphile-worker', async () => {
    const last = () => db.one<{ id: number }>(sql`select max(id) as id from graphile_worker.migrations`);
    expect(await last()).toEqual({ id: newestOfJobs });
    await db.run(sql`delete from graphile_worker.migrations where id = ${newestOfJobs}`);
    await migrate(db.url);
    expect(await last()).toEqual({ id: newestOfJobs });
  });
});

describe('migrate', () => {
  const askedFor = (version: string) =>
    demandVersion({ query: async () => ({ rows: [{ server_version: version }] }) } as never);

  it.each(['14.19 (Debian 14.19-1)', '9.6.24'])('refuses the old version %s', async (version) => {
    await expect(askedFor(version)).rejects.toThrow(
      `the database is PostgreSQL ${version}: FinalRing needs 15 or newer`,
    );
  });

  it.each(['15.18 (Debian 15.18-0+deb12u1)', '18beta2', '19devel'])(
    'accepts the version %s',
    async (version) => {
      await expect(askedFor(version)).resolves.toBeUndefined();
    },
  );

  it('explains what to do when a migration was changed, and applies nothing', async () => {
    const other = await createTestDatabase();
    const changed = openDatabase(other.url);
    await changed.run(
      sql`update migrations set checksum = 'x' where name = '0140_reference_of_attempt_readings.sql'`,
    );
    await expect(migrate(other.url)).rejects.toThrow(
      /^the migration 0140_reference_of_attempt_readings[.]sql differs from the one this database has: .* Nothing was changed[.] Restore the released file/,
    );
    await changed.close();
    await other.drop();
  });

  it('reports that the database is unreachable', async () => {
    await expect(migrate('postgresql://127.0.0.1:1/none')).rejects.toThrow(
      'the database cannot be reached (DATABASE_URL): connect ECONNREFUSED 127.0.0.1:1',
    );
  });
});
