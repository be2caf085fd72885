import { fork } from 'node:child_process';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { createLogger } from '../log.ts';
import { failedTasks } from './failed-jobs.ts';
import { enqueue } from './outbox.ts';
import { startWorker } from './worker.ts';

const log = createLogger(process.env.TEST_LOG ?? 'silent');

describe('job worker', () => {
  let test: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    db = openDatabase(test.url);
  });
  afterAll(async () => {
    await db.close();
    await test.drop();
  });

  const start = (tasks: Record<string, (payload: never) => Promise<void>>) =>
    startWorker({ connectionString: test.url, pool: db.pool, tasks, concurrency: 2, log });

  it('runs a job of a committed transaction, and none of one that was rolled back', async () => {
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

  it('replaces a waiting job of the same key', async () => {
    const later = new Date(Date.now() + 3_600_000);
    await db.transaction((tx) => enqueue(tx, 'keyed', { at: 1 }, { key: 'k', runAt: later }));
    await db.transaction((tx) => enqueue(tx, 'keyed', { at: 2 }, { key: 'k', runAt: later }));
    const [row] = await db.rows<{ count: number }>(
      sql`select count(*) from graphile_worker.jobs where key = 'k'`,
    );
    expect(row?.count).toBe(1);
  });

  /** A process that dies by SIGKILL in the middle of the first job that it takes. */
  async function dieInJob(): Promise<void> {
    const child = fork(new URL('../../../tests/support/hanging-worker.ts', import.meta.url), [test.url], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await new Promise((taken) => child.once('message', taken));
    child.kill('SIGKILL');
    await new Promise((gone) => child.once('exit', gone));
  }

  it('runs again what was killed after it had enqueued its successor under its own key: nothing counts as failed', async () => {
    await db.transaction((tx) => enqueue(tx, 'chain', { n: 1 }, { key: 'chain' }));
    await dieInJob();
    const ran = new Set<number>();
    const worker = await start({ chain: async ({ n }: { n: number }) => void ran.add(n) });
    await vi.waitFor(() => expect(ran.has(2)).toBe(true), { timeout: 10_000 });
    await vi
      .waitFor(async () => expect([await failedTasks(db), ran]).toEqual([[], new Set([1, 2])]), {
        timeout: 10_000,
      })
      .finally(worker.stop);
  });

  it('takes over the job of a process that was killed in the middle of it', async () => {
    await db.transaction((tx) => enqueue(tx, 'hang', {}));
    await dieInJob();

    let runs = 0;
    const worker = await start({
      hang: async () => {
        runs++;
      },
    });
    await vi.waitFor(() => expect(runs).toBe(1), { timeout: 10_000 }).finally(worker.stop);
  });
});
