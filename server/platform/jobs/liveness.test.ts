// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import sql from 'sql-template-tag';
import { expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createLogger } from '../log.ts';
import { holdLiveness } from './liveness.ts';

const db = openTestDatabase();

const live = (pool: pg.Pool = db.pool) =>
  holdLiveness({ connectionString: db.url, pool, log: createLogger('silent') });
const pools = async () =>
  (await db.rows<{ id: string }>(sql`select pool_id as id from job_pools`)).map(({ id }) => id);

/** Checks for dead processes twice, far enough apart that one that seemed dead both times counts as dead. */
async function lookTwice(liveness: { releaseDead(): Promise<number> }): Promise<number> {
  const now = vi.spyOn(performance, 'now');
  const from = performance.now();
  const first = await liveness.releaseDead();
  now.mockReturnValue(from + 5_000);
  const second = await liveness.releaseDead();
  now.mockRestore();
  return first + second;
}

it('holds a named session that ends soon after its machine is gone', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const living = await live();
  const taken = query.mock.calls.findIndex(([text]) => String(text).includes('pg_advisory_lock'));
  const session = query.mock.contexts[taken] as pg.Client;
  query.mockRestore();
  const { rows } = await session.query(`
    select current_setting(name) as setting from unnest(array['application_name', 'synchronous_commit',
      'tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count']) with ordinality each (name, number)
    order by number`);
  expect(rows.map(({ setting }) => setting)).toEqual(['finalring liveness', 'local', '5', '2', '3']);
  await living.close();
});

it('takes jobs only from processes that appeared dead for three seconds', async () => {
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

it('keeps the jobs of a process that returns just before it is declared dead', async () => {
  const living = await live();
  await living.register(randomUUID());
  const { rows } = await db.pool.query('select lock_id from job_pools');
  // The state before it took its lock again.
  const outdated = new Proxy(db.pool, {
    get: (pool, name) => (name === 'query' ? async () => ({ rows }) : Reflect.get(pool, name).bind?.(pool)),
  });
  const other = await live(outdated);
  expect(await lookTwice(other)).toBe(0);
  expect(await pools()).toHaveLength(1);
  await Promise.all([living.close(), other.close()]);
});

it('frees an old job only when its pool is unknown', async () => {
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

/** Checks for dead processes, this many ms after the first check. */
function looker() {
  const from = Math.round(performance.now());
  return async (liveness: { releaseDead(): Promise<number> }, ms: number) => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(from + ms);
    return liveness.releaseDead().finally(() => now.mockRestore());
  };
}

it('declares nobody dead before three uninterrupted seconds', async () => {
  const other = await live();
  const lockId = 18;
  const insert = (poolId: string) =>
    db.run(sql`insert into job_pools (pool_id, lock_id) values (${poolId}, ${lockId})`);
  await insert(randomUUID());
  await insert(randomUUID());
  await db.run(sql`select graphile_worker.add_job('liveness-left', job_key => 'left')`);
  await db.run(sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = (select min(pool_id) from job_pools)
    where key = 'left'`);
  const look = looker();
  expect([await look(other, 0), await look(other, 2_999)]).toEqual([0, 0]);
  // The owner is alive for a moment, so the three seconds start over.
  await db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(7414002, ${lockId})`);
    expect(await look(other, 3_000)).toBe(0);
  });
  expect([await look(other, 3_001), await look(other, 6_000)]).toEqual([0, 0]);
  expect((await pools()).length).toBe(2);
  // Releases both of its pools, once.
  expect([await look(other, 6_001), await look(other, 9_999)]).toEqual([2, 0]);
  expect(await pools()).toEqual([]);
  const left = await db.row(
    sql`select locked_by as by from graphile_worker._private_jobs where key = 'left'`,
  );
  expect(left).toEqual({ by: null });
  await other.close();
});

it('forgets who appeared dead when its own session breaks', async () => {
  const other = await live();
  await db.run(sql`insert into job_pools (pool_id, lock_id) values (${randomUUID()}, 21)`);
  const [kept, released] = [randomUUID(), randomUUID()];
  await other.register(kept);
  await other.register(released);
  await other.release(released);
  const look = looker();
  expect(await look(other, 0)).toBe(0);
  const sessions = () =>
    db.rows<{ pid: number }>(sql`
      select pid from pg_locks where locktype = 'advisory' and classid = 7414002 and granted
        and database = (select oid from pg_database where datname = current_database())`);
  const before = await sessions();
  await db.run(sql`select pg_terminate_backend(${before[0]?.pid})`);
  await vi.waitFor(async () => {
    const [now] = await sessions();
    expect(now?.pid ?? before[0]?.pid).not.toBe(before[0]?.pid);
  });
  expect([await look(other, 5_000), await look(other, 8_001)]).toEqual([0, 1]);
  // A released pool is not recorded again.
  expect(await pools()).toEqual([kept]);
  await other.close();
});

it('ignores locks of another kind or another database', async () => {
  const other = await live();
  await db.run(sql`insert into job_pools (pool_id, lock_id) values (${randomUUID()}, 19)`);
  await db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(7414003, 19), pg_advisory_xact_lock(7414002, 20)`);
    const look = looker();
    expect([await look(other, 0), await look(other, 5_000)]).toEqual([0, 1]);
  });
  await other.close();
});

it('releases one of several pools, and cleans up when it closes', async () => {
  const living = await live();
  expect(living.isHeld).toBe(true);
  const [first, second] = [randomUUID(), randomUUID()];
  await living.register(first);
  await living.register(second);
  await living.register(second);
  await db.run(sql`delete from graphile_worker._private_jobs`);
  await db.run(sql`select graphile_worker.add_job('liveness') from generate_series(1, 2)`);
  await db.run(sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = (
      array[${first}, ${second}])[id - (select min(id) from graphile_worker._private_jobs) + 1]`);
  const lockers = async () =>
    (
      await db.rows<{ by: string | null }>(
        sql`select locked_by as by from graphile_worker._private_jobs order by id`,
      )
    ).map(({ by }) => by);
  await living.release(first);
  expect([await lockers(), await pools()]).toEqual([[null, second], [second]]);
  await living.close();
  expect([await lockers(), await pools()]).toEqual([[null, null], []]);
  const held = await db.rows(sql`select from pg_locks where locktype = 'advisory' and classid = 7414002
    and database = (select oid from pg_database where datname = current_database())`);
  expect(held).toEqual([]);
});

it('frees a whole pool or nothing, and drops a connection on which that failed', async () => {
  const living = await live();
  const poolId = randomUUID();
  await living.register(poolId);
  await db.pool.query(`
    create function refuse_freeing() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
    create trigger refuse_freeing before delete on job_pools for each row execute function refuse_freeing()`);
  await db.run(sql`select graphile_worker.add_job('liveness', job_key => 'half')`);
  await db.run(sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = ${poolId} where key = 'half'`);
  await expect(living.release(poolId)).rejects.toThrow('not now');
  const half = await db.row(
    sql`select locked_by as by from graphile_worker._private_jobs where key = 'half'`,
  );
  expect(half).toEqual({ by: poolId });
  await db.pool.query('drop function refuse_freeing() cascade');
  await living.close();
  expect(await pools()).toEqual([]);
});
