// SPDX-License-Identifier: Apache-2.0

import { fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createLogger } from '../log.ts';
import { failedTasks } from './failed-jobs.ts';
import { enqueue } from './outbox.ts';
import { startWorker } from './worker.ts';

const log = createLogger(process.env.TEST_LOG ?? 'silent');
/** A job may wait one second for the next check; a job whose process died, another three seconds and two checks. */

describe('a job worker', () => {
  const db = openTestDatabase();

  const start = (tasks: Record<string, (payload: never) => Promise<void>>) =>
    startWorker({ connectionString: db.url, pool: db.pool, tasks, concurrency: 2, log });

  it('runs a missed crontab task once after a time without any process', async () => {
    const missed = new Date(Date.now() - 40 * 60_000);
    const at = `${missed.getUTCMinutes()} ${missed.getUTCHours()} * * *`;
    const seen: string[] = [];
    const run = () =>
      startWorker({
        connectionString: db.url,
        pool: db.pool,
        tasks: { kept: async () => void seen.push('kept'), lost: async () => void seen.push('lost') },
        crontab: `${at} lost\n${at} kept ?fill=2h`,
        concurrency: 2,
        log,
      });
    const executed = () =>
      db.rows(
        sql`select from graphile_worker._private_known_crontabs where identifier = 'kept' and last_execution > known_since`,
      );
    await (await run()).stop();
    await db.run(sql`
      update graphile_worker._private_known_crontabs
      set known_since = now() - interval '3 days', last_execution = now() - interval '25 hours'`);
    for (let starts = 0; starts < 2; starts++) {
      const worker = await run();
      await vi.waitFor(() => expect(seen).toEqual(['kept']));
      await worker.stop();
    }
    expect(await executed()).toHaveLength(1);
    expect(seen).toEqual(['kept']);
  });

  it('runs a job of a committed transaction, and no job of a rolled back transaction', async () => {
    const seen: unknown[] = [];
    const worker = await start({ note: async (payload) => void seen.push(payload) });
    await db
      .transaction(async (tx) => {
        await enqueue(tx, 'note', { from: 'rolled back' });
        throw new Error('no');
      })
      .catch(() => {});
    await db.transaction((tx) => enqueue(tx, 'note', { from: 'committed' }));
    await vi.waitFor(() => expect(seen).toEqual([{ from: 'committed' }]));
    await worker.stop();
  });

  it('stores the error of a failed job without characters the database refuses', async () => {
    await db.transaction((tx) => enqueue(tx, 'fail', {}, { maxAttempts: 1 }));
    const worker = await start({ fail: () => Promise.reject(new Error('a\0b \ud800 c')) });
    await vi
      .waitFor(async () => {
        expect(await failedTasks(db)).toMatchObject([{ task: 'fail', newestError: 'ab \ufffd c' }]);
      })
      .finally(worker.stop);
    await db.run(sql`delete from graphile_worker._private_jobs`);
    expect(await db.rows(sql`select from job_pools`)).toEqual([]);
  });

  it('replaces a waiting job with the same key', async () => {
    const later = new Date(Date.now() + 3_600_000);
    await db.transaction((tx) => enqueue(tx, 'keyed', { at: 1 }, { key: 'k', runAt: later }));
    await db.transaction((tx) => enqueue(tx, 'keyed', { at: 2 }, { key: 'k', runAt: later }));
    const [row] = await db.rows<{ count: number }>(
      sql`select count(*) from graphile_worker.jobs where key = 'k'`,
    );
    expect(row?.count).toBe(1);
  });

  describe('takes a job only once its owner is registered', () => {
    /** Runs `what` (PL/pgSQL) before a pool is registered. */
    async function beforeNaming(what: string): Promise<void> {
      await db.pool.query(`
        create or replace function naming() returns trigger language plpgsql as $$ begin ${what}; return new; end $$;
        create or replace trigger naming before insert on job_pools for each row execute function naming()`);
    }
    afterEach(async () => void (await db.pool.query('drop function naming() cascade')));

    const isOwnerKnown = async () =>
      (
        await db.row<{ known: boolean }>(sql`
          select exists (
            select from graphile_worker._private_jobs job join job_pools on pool_id = locked_by) as known`)
      )?.known;

    it('however long that takes', { tags: ['long'] }, async () => {
      await beforeNaming('perform pg_sleep(0.5)');
      await db.transaction((tx) => enqueue(tx, 'early', {}));
      const known: unknown[] = [];
      const worker = await start({ early: async () => void known.push(await isOwnerKnown()) });
      await vi.waitFor(() => expect(known).toEqual([true])).finally(worker.stop);
    });

    it('even when registration fails at first', { tags: ['long'] }, async () => {
      await beforeNaming("raise exception 'no room'");
      await db.transaction((tx) => enqueue(tx, 'early', {}));
      const known: unknown[] = [];
      const worker = await start({ early: async () => void known.push(await isOwnerKnown()) });
      // For some tries.
      await delay(500);
      expect(known).toEqual([]);
      await beforeNaming('null');
      await vi.waitFor(() => expect(known).toEqual([true])).finally(worker.stop);
    });
  });

  /** A process that is killed by SIGKILL in the middle of its first job. */
  async function dieInJob(): Promise<void> {
    const child = fork(new URL('../../../tests/support/hanging-worker.ts', import.meta.url), [db.url], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await new Promise((taken) => child.once('message', taken));
    child.kill('SIGKILL');
    await new Promise((gone) => child.once('exit', gone));
  }

  it('reruns a killed job that had enqueued its successor under its own key', {
    tags: ['long'],
  }, async () => {
    await db.transaction((tx) => enqueue(tx, 'chain', { n: 1 }, { key: 'chain' }));
    await dieInJob();
    const ran = new Set<number>();
    const worker = await start({ chain: async ({ n }: { n: number }) => void ran.add(n) });
    await vi.waitFor(() => expect(ran.has(2)).toBe(true));
    await vi
      .waitFor(async () => expect([await failedTasks(db), ran]).toEqual([[], new Set([1, 2])]))
      .finally(worker.stop);
  });

  it('takes over the job of a killed process', { tags: ['long'] }, async () => {
    await db.transaction((tx) => enqueue(tx, 'hang', {}));
    await dieInJob();

    let runs = 0;
    const worker = await start({
      hang: async () => {
        runs++;
      },
    });
    await vi.waitFor(() => expect(runs).toBe(1)).finally(worker.stop);
  });
});
