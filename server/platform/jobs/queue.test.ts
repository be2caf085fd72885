// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { addJob, type JobState } from '../../../tests/support/queue.ts';
import { inCall } from '../call-context.ts';
import { failedTasks, runFailedAgain } from './failed-jobs.ts';
import { enqueue, enqueueMany, hasJob, makeDueNow, publish } from './outbox.ts';
import { repeatedTasks } from './schedule.ts';

const db = openTestDatabase();
const job = (task: string, state?: JobState) => addJob(db, task, state);
beforeEach(() => db.run(sql`delete from graphile_worker._private_jobs`));

interface Kept {
  task: string;
  payload: object;
  key: string | null;
  attempts: number;
  maxAttempts: number;
  priority: number;
  isDue: boolean;
}
const kept = () =>
  db.rows<Kept>(sql`
    select t.identifier as task, j.payload, j.key, j.attempts, j.max_attempts, j.priority, j.run_at <= now() as is_due
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`);

describe('permanently failed jobs', () => {
  const seconds = 10 * 60;
  it('are listed by task with the newest error', async () => {
    const failed = { attempts: 3, maxAttempts: 3 };
    await job('b', { ...failed, lastError: 'old', runIn: -seconds });
    const newest = await job('b', { ...failed, lastError: 'new', runIn: 0 });
    await job('b', { ...failed, lastError: 'middle', runIn: -20 });
    const other = await job('a', { attempts: 25, lastError: 'only' });
    await job('a', { attempts: 24, lastError: 'tried again' });
    await job('a', { attempts: 25, isLocked: true });
    const [a, b, ...others] = await failedTasks(db);
    expect(others).toEqual([]);
    expect(a).toMatchObject({ task: 'a', count: 1, newestJobId: other, newestError: 'only' });
    expect(b).toMatchObject({ task: 'b', count: 3, newestJobId: newest, newestError: 'new' });
    // The next run was postponed by e to the power of the number of tries, at most ten.
    expect((Date.now() - Number(b?.newestAt)) / 1000).toBeCloseTo(Math.exp(3), -1);
    expect((Date.now() - Number(a?.newestAt)) / 1000 / Math.exp(10)).toBeCloseTo(1, 2);
  });

  it('run again with all their tries, while other jobs do not', async () => {
    const failed = { attempts: 3, maxAttempts: 3, runIn: 900 };
    await job('b', failed);
    await job('b', { ...failed, attempts: 2 });
    await job('b', { ...failed, isLocked: true });
    await job('c', failed);
    expect(await db.transaction((tx) => runFailedAgain(tx, 'b'))).toBe(1);
    expect((await kept()).map(({ task, attempts, isDue }) => [task, attempts, isDue])).toEqual([
      ['b', 0, true],
      ['b', 2, false],
      ['b', 3, false],
      ['c', 3, false],
    ]);
    expect(await db.transaction((tx) => runFailedAgain(tx, 'b'))).toBe(0);
  });
});

describe('enqueuing a job', () => {
  const plain = { key: null, attempts: 0, maxAttempts: 25, priority: 0, isDue: true };

  it('stores the payload and the request it comes from', async () => {
    await inCall({ requestId: 'r1' }, () => db.transaction((tx) => enqueue(tx, 'a', { n: 1 })));
    await db.transaction((tx) => enqueue(tx, 'a', { n: 2 }, { key: 'k' }));
    await inCall({ requestId: 'r2' }, () =>
      db.transaction((tx) => enqueueMany(tx, 'b', [{ key: 'm', payload: { n: 3 } }], { priority: 4 })),
    );
    expect(await kept()).toEqual([
      { ...plain, task: 'a', payload: { n: 1, _requestId: 'r1' } },
      { ...plain, task: 'a', payload: { n: 2 }, key: 'k' },
      { ...plain, task: 'b', payload: { n: 3, _requestId: 'r2' }, key: 'm', priority: 4 },
    ]);
  });

  it('stores run time, priority and number of tries, with and without a key', async () => {
    const options = { runAt: new Date(Date.now() + 900_000), priority: 3, maxAttempts: 2 };
    await db.transaction(async (tx) => {
      await enqueue(tx, 'a', {}, options);
      await enqueue(tx, 'a', {}, { ...options, key: 'k' });
    });
    const asked = { task: 'a', payload: {}, attempts: 0, maxAttempts: 2, priority: 3, isDue: false };
    expect(await kept()).toEqual([
      { ...asked, key: null },
      { ...asked, key: 'k' },
    ]);
  });

  it('publishes a fact as a job with its name', async () => {
    const fact = { orderId: 'o1', playerId: 'p1' };
    const runAt = new Date(Date.now() + 900_000);
    await db.transaction((tx) => publish(tx, 'purchase.completed', fact, { runAt, priority: 2 }));
    const job = { ...plain, task: 'purchase.completed', payload: fact, priority: 2, isDue: false };
    expect(await kept()).toEqual([job]);
  });

  it('enqueues many jobs in one call, or none', async () => {
    const jobs = [1, 2, 3].map((n) => ({ key: `k${n}`, payload: { n } }));
    await db.transaction((tx) => enqueueMany(tx, 'a', jobs));
    await db.transaction((tx) => enqueueMany(tx, 'a', []));
    expect((await kept()).map(({ key, payload }) => [key, payload])).toEqual([
      ['k1', { n: 1 }],
      ['k2', { n: 2 }],
      ['k3', { n: 3 }],
    ]);
  });

  it('replaces a waiting job with the same key', async () => {
    await db.transaction((tx) =>
      enqueue(tx, 'a', { n: 1 }, { key: 'k', runAt: new Date(Date.now() + 900_000) }),
    );
    await db.transaction((tx) => enqueue(tx, 'a', { n: 2 }, { key: 'k' }));
    expect(await kept()).toEqual([{ ...plain, task: 'a', payload: { n: 2 }, key: 'k' }]);
  });

  it('leaves the tries of a running job unchanged, and adds another job under its key', async () => {
    await job('a', { key: 'k', isLocked: true, attempts: 1 });
    await job('b', { key: 'other', isLocked: true, attempts: 1 });
    await db.transaction((tx) => enqueue(tx, 'a', { n: 2 }, { key: 'k' }));
    const jobs = (await kept()).map(({ key, attempts, maxAttempts }) => [key, attempts, maxAttempts]);
    expect(jobs).toEqual([
      [null, 1, 25],
      ['other', 1, 25],
      ['k', 0, 25],
    ]);
  });

  it('finds jobs by key, and makes waiting jobs run now', async () => {
    await job('a', { key: 'k', runIn: 900 });
    await job('a', { key: 'l', runIn: 900 });
    await job('a', { key: 'm', runIn: 900 });
    expect([await hasJob(db, 'k'), await hasJob(db, 'none')]).toEqual([true, false]);
    await db.transaction((tx) => makeDueNow(tx, []));
    await db.transaction((tx) => makeDueNow(tx, ['k', 'm', 'none']));
    expect((await kept()).map(({ key, isDue }) => [key, isDue])).toEqual([
      ['k', true],
      ['l', false],
      ['m', true],
    ]);
  });
});

describe('recurring tasks', () => {
  const now = new Date('2027-12-31T23:58:30.000Z');
  const nextRuns = async (crontab: string) =>
    (await repeatedTasks(db, crontab, now)).map(({ task, runAt }) => [task, runAt.toISOString()]);

  it('return their next runs in UTC', async () => {
    const crontab = [
      '* * * * * each-minute',
      '58 23 31 12 * just-past',
      '0 4 * * * mornings',
      '30 12 29 2 * leap',
      '0 0 * * 1 mondays',
      '15 6 1 7 * once-a-year',
    ].join('\n');
    expect(await nextRuns(crontab)).toEqual([
      ['each-minute', '2027-12-31T23:59:00.000Z'],
      ['just-past', '2028-12-31T23:58:00.000Z'],
      ['mornings', '2028-01-01T04:00:00.000Z'],
      ['leap', '2028-02-29T12:30:00.000Z'],
      ['mondays', '2028-01-03T00:00:00.000Z'],
      ['once-a-year', '2028-07-01T06:15:00.000Z'],
    ]);
  });

  it('omit dates that never occur', { tags: ['long'] }, async () => {
    expect(await nextRuns('0 0 30 2 * never\n0 0 1 1 * new-year')).toEqual([
      ['new-year', '2028-01-01T00:00:00.000Z'],
    ]);
  });

  it('report failures of their current job', async () => {
    await job('mornings', { attempts: 2, lastError: 'first' });
    await job('mornings', { attempts: 4, lastError: 'second' });
    // An operator ran it again, and it has not failed since.
    await job('evenings', { attempts: 0, lastError: 'of before' });
    await job('noon', { attempts: 1, lastError: 'once' });
    await job('noon', { attempts: 5 });
    await job('other', { attempts: 3, lastError: 'x' });
    const tasks = await repeatedTasks(db, '0 4 * * * mornings\n0 20 * * * evenings\n0 12 * * * noon', now);
    expect(tasks.map(({ task, attempts, lastError }) => [task, attempts, lastError])).toEqual([
      ['mornings', 4, 'second'],
      ['evenings', 0, null],
      ['noon', 1, 'once'],
    ]);
    expect(await repeatedTasks(db, '0 12 * * * noon', now)).toMatchObject([
      { attempts: 1, lastError: 'once' },
    ]);
  });
});
