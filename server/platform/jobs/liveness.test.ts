import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { createLogger } from '../log.ts';
import { holdLiveness } from './liveness.ts';

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

const live = (pool: pg.Pool = db.pool) =>
  holdLiveness({ connectionString: test.url, pool, log: createLogger('silent') });
const pools = async () =>
  (await db.rows<{ id: string }>(sql`select pool_id as id from job_pools`)).map(({ id }) => id);

/** Looks for the dead twice, so far apart that anyone who seemed dead both times is. */
async function lookTwice(liveness: { releaseDead(): Promise<number> }): Promise<number> {
  const now = vi.spyOn(performance, 'now');
  const from = performance.now();
  const first = await liveness.releaseDead();
  now.mockReturnValue(from + 5_000);
  const second = await liveness.releaseDead();
  now.mockRestore();
  return first + second;
}

it('takes nothing from the living, and everything from the dead once they were seen so for three seconds', async () => {
  const [living, other] = [await live(), await live()];
  const [ofLiving, ofDead] = [randomUUID(), randomUUID()];
  await living.register(ofLiving);
  await db.run(sql`insert into job_pools (pool_id, lock_id) values (${ofDead}, 17)`);
  expect(await other.releaseDead()).toBe(0);
  expect(await other.releaseDead()).toBe(0);
  expect(await lookTwice(other)).toBe(1);
  expect(await pools()).toEqual([ofLiving]);
  await Promise.all([living.close(), other.close()]);
});

it('leaves alone a process that lives again when it is about to be taken for dead', async () => {
  const living = await live();
  await living.register(randomUUID());
  const { rows } = await db.pool.query('select lock_id from job_pools');
  // What was seen before it took its lock again.
  const outdated = new Proxy(db.pool, {
    get: (pool, name) => (name === 'query' ? async () => ({ rows }) : Reflect.get(pool, name).bind?.(pool)),
  });
  const other = await live(outdated);
  expect(await lookTwice(other)).toBe(0);
  expect(await pools()).toHaveLength(1);
  await Promise.all([living.close(), other.close()]);
});

it('frees an old job only of a pool that nobody knows', async () => {
  const living = await live();
  const [known, unknown] = [randomUUID(), randomUUID()];
  await living.register(known);
  await db.run(sql`select graphile_worker.add_job('liveness') from generate_series(1, 3)`);
  await db.run(sql`
    update graphile_worker._private_jobs set locked_at = now() - interval '31 seconds', locked_by = (
      array[${known}, ${unknown}, 'young'])[id - (select min(id) from graphile_worker._private_jobs) + 1]`);
  await db.run(sql`
    update graphile_worker._private_jobs set locked_at = now() - interval '20 seconds' where locked_by = 'young'`);
  await living.releaseUnknown();
  const rows = await db.rows<{ by: string | null }>(
    sql`select locked_by as by from graphile_worker._private_jobs order by id`,
  );
  expect(rows.map(({ by }) => by)).toEqual([known, null, 'young']);
  await living.close();
});
