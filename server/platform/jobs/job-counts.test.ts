// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { meanwhile } from '../../../tests/support/meanwhile.ts';
import { addJob, type JobState } from '../../../tests/support/queue.ts';
import { countJobs, countJobsForAll, readJobCounts } from './job-counts.ts';

const db = openTestDatabase();
const job = (task: string, state?: JobState) => addJob(db, task, state);
beforeEach(() => db.run(sql`delete from graphile_worker._private_jobs`));

describe('counting jobs', () => {
  it('returns waiting, running, scheduled and permanently failed jobs of each task', async () => {
    await job('a', { runIn: -100 });
    await job('a', { runIn: -40, attempts: 24 });
    await job('a', { runIn: 50 });
    await job('a', { runIn: -900, isLocked: true });
    await job('a', { runIn: -900, isLocked: true, attempts: 25 });
    await job('a', { runIn: -900, attempts: 25 });
    await job('a', { runIn: 50, attempts: 25 });
    await job('b', { runIn: 50 });
    await job('c', { runIn: -900, isLocked: true });
    expect(await countJobs(db)).toEqual([
      {
        task: 'a',
        waiting: 2,
        waitingSeconds: expect.closeTo(100, -1),
        lateSeconds: expect.closeTo(100, -1),
        running: 2,
        scheduled: 1,
        failed: 2,
      },
      { task: 'b', waiting: 0, waitingSeconds: 0, lateSeconds: 0, running: 0, scheduled: 1, failed: 0 },
      { task: 'c', waiting: 0, waitingSeconds: 0, lateSeconds: 0, running: 1, scheduled: 0, failed: 0 },
    ]);
  });

  it('counts a job due right now as waiting', async () => {
    await db.transaction(async (tx) => {
      await tx.run(sql`select graphile_worker.add_job('a', run_at => now())`);
      expect(await countJobs(tx)).toMatchObject([{ waiting: 1, scheduled: 0 }]);
    });
  });

  it('counts a failed job as late since it was created, whenever its next try is', async () => {
    await job('tried', { runIn: 60, createdAgo: 300, attempts: 1, lastError: 'no' });
    await job('tried', { runIn: 60, createdAgo: 100, attempts: 2, lastError: 'no' });
    await job('tried', { runIn: -10, createdAgo: 20 });
    await job('tried', { runIn: -5, createdAgo: 900 });
    // Neither a job in its first run nor a permanently failed one counts.
    await job('begun', { createdAgo: 300, attempts: 1, isLocked: true });
    await job('given-up', { createdAgo: 300, attempts: 25, lastError: 'no' });
    await job('untried', { runIn: 60, createdAgo: 300, lastError: 'no' });
    const late = (await countJobs(db)).map(({ task, lateSeconds }) => [task, Math.round(lateSeconds / 10)]);
    expect(late).toEqual([
      ['begun', 0],
      ['given-up', 0],
      ['tried', 30],
      ['untried', 0],
    ]);
  });
});

describe('shared job counts', () => {
  it('are reused until they are too old', async () => {
    await db.run(sql`delete from job_counts`);
    await job('a');
    const first = await countJobs(db);
    expect(await readJobCounts(db)).toEqual(first);
    await job('b');
    expect(await readJobCounts(db)).toEqual(first);
    const told = await countJobsForAll(db);
    expect(told.map(({ task, waiting }) => [task, waiting])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect((await readJobCounts(db)).map(({ task }) => task)).toEqual(['a', 'b']);
    await job('c');
    await db.run(sql`update job_counts set counted_at = counted_at - interval '91 seconds'`);
    const both = await Promise.all([readJobCounts(db), readJobCounts(db)]);
    for (const counts of both) expect(counts.map(({ task }) => task)).toEqual(['a', 'b', 'c']);
  });

  it('are ordered by task, and counted by one process at a time', async () => {
    await db.run(sql`delete from job_counts`);
    const tasks = ['g', 'b', 'f', 'a', 'e', 'd', 'h', 'c'];
    for (const task of tasks) await job(task);
    const counts = await Promise.all(tasks.map(() => countJobsForAll(db)));
    for (const told of counts) expect(told.map(({ task }) => task)).toEqual(tasks.toSorted());
  });

  it('are reused by a process that waited for another to count', async () => {
    await db.run(sql`delete from job_counts`);
    await job('a');
    const told = await meanwhile(
      db,
      async (tx) => {
        await countJobsForAll({ ...db, transaction: (work) => work(tx) });
        await tx.run(sql`select graphile_worker.add_job('b')`);
      },
      () => readJobCounts(db),
    );
    expect(told.map(({ task }) => task)).toEqual(['a']);
  });

  it('are empty for an empty queue', async () => {
    await job('a');
    await countJobsForAll(db);
    await db.run(sql`delete from graphile_worker._private_jobs`);
    expect([await countJobsForAll(db), await readJobCounts(db)]).toEqual([[], []]);
  });
});
