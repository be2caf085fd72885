// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { type FaultProxy, startFaultProxy } from '../../../tests/support/fault-proxy.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { createLogger } from '../log.ts';
import { enqueue, type Task } from './outbox.ts';
import { type JobWorker, startWorker } from './worker.ts';

const log = createLogger(process.env.TEST_LOG ?? 'silent');

interface Process {
  db: Database;
  worker: JobWorker;
}

describe('a job worker whose connections break', () => {
  let proxy: FaultProxy;
  const db = openTestDatabase({ poolSize: 4 });
  let processes: Process[];
  let admin: pg.Client;

  beforeAll(async () => {
    proxy = await startFaultProxy(db.url);
    admin = new pg.Client({ connectionString: db.url });
    await admin.connect();
  });
  beforeEach(() => {
    processes = [];
  });
  afterEach(async () => {
    proxy.set('pass');
    proxy.endDead();
    await Promise.all(processes.map(({ worker }) => worker.stop()));
    await Promise.all(processes.map((process) => process.db.close()));
    await db.run(sql`delete from graphile_worker._private_jobs`);
    await db.run(sql`delete from job_pools`);
  });
  afterAll(async () => {
    await admin.end();
    await proxy.close();
  });

  async function start(tasks: Record<string, Task>, url = proxy.url): Promise<Process> {
    const own = openDatabase(url, { poolSize: 8 });
    const worker = await startWorker({
      connectionString: url,
      pool: own.pool,
      tasks,
      concurrency: 3,
      log,
      watcher: own,
    });
    const process = { db: own, worker };
    processes.push(process);
    return process;
  }

  const waiting = async () =>
    (await admin.query('select count(*)::int as jobs from graphile_worker.jobs')).rows[0].jobs;

  it('finishes every job within seconds although connections break', { tags: ['long'] }, async () => {
    const done = new Set<number>();
    await start({
      count: async ({ n }: { n: number }) => {
        await delay(30);
        done.add(n);
      },
    });
    const rounds = 8;
    for (let round = 0; round < rounds; round++) {
      await db.transaction(async (tx) => {
        for (let n = 0; n < 6; n++) await enqueue(tx, 'count', { n: round * 6 + n });
      });
      await vi.waitFor(() => expect(done.size).toBeGreaterThan(round * 4), { interval: 5 });
      proxy.tear();
    }
    await vi.waitFor(async () => expect([done.size, await waiting()]).toEqual([rounds * 6, 0]));
  });

  it('reports a finished job until the database confirms it, without running it again', async () => {
    let runs = 0;
    const finish = Promise.withResolvers<void>();
    await start({
      slow: async () => {
        runs++;
        await finish.promise;
      },
    });
    await db.transaction((tx) => enqueue(tx, 'slow', {}));
    await vi.waitFor(() => expect(runs).toBe(1));
    proxy.set('freeze');
    finish.resolve();
    // Time for the job's outcome to get stuck.
    await delay(50);
    proxy.tear();
    proxy.set('pass');
    await vi.waitFor(async () => expect(await waiting()).toBe(0));
    expect(runs).toBe(1);
  });

  it('recovers on new connections after the database was silent', {
    tags: ['long'],
  }, async () => {
    const done: number[] = [];
    await start({ count: async ({ n }: { n: number }) => void done.push(n) });
    await db.transaction((tx) => enqueue(tx, 'count', { n: 1 }));
    await vi.waitFor(() => expect(done).toEqual([1]));
    proxy.set('blackhole');
    await db.transaction((tx) => enqueue(tx, 'count', { n: 2 }));
    await delay(1_000);
    proxy.set('pass');
    await vi.waitFor(() => expect(done).toEqual([1, 2]));
  });

  it('keeps its job when only its liveness connection breaks', {
    tags: ['long'],
  }, async () => {
    const runs: string[] = [];
    const finish = Promise.withResolvers<void>();
    const getTask = (name: string) => ({
      slow: async () => {
        runs.push(name);
        await finish.promise;
      },
    });
    await start(getTask('first'), db.url);
    await db.transaction((tx) => enqueue(tx, 'slow', {}));
    await vi.waitFor(() => expect(runs).toEqual(['first']));
    await start(getTask('second'), db.url);

    const holders = `
      select pid from pg_locks where locktype = 'advisory' and classid = 7414002
        and objid in (select lock_id::oid from job_pools)`;
    for (let time = 0; time < 2; time++) {
      // A process registers a moment after its runner has started.
      await vi.waitFor(async () => expect((await admin.query(holders)).rows.length).toBeGreaterThan(0));
      await admin.query(`select pg_terminate_backend(pid) from (${holders}) held`);
      // Both current runs, and any leftovers of earlier ones.
      await vi.waitFor(async () => expect((await admin.query(holders)).rows).toHaveLength(2));
    }
    // Longer than it takes until another process starts a dead one's jobs.
    await delay(7_000);
    expect(runs).toEqual(['first']);
    finish.resolve();
    await vi.waitFor(async () => expect(await waiting()).toBe(0));
  });

  it('stops while the database is away', { tags: ['long'] }, async () => {
    const { worker } = await start({ nothing: async () => {} });
    proxy.set('blackhole');
    await worker.stop();
  });
});
