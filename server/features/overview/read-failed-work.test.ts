// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { FailedWork } from '../../../contract/overview-admin.ts';
import { startTestApp } from '../../../tests/support/app.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { enqueue, type Task, type Tasks } from '../../platform/jobs/outbox.ts';
import { startWorker } from '../../platform/jobs/worker.ts';
import { createLogger } from '../../platform/log.ts';
import { getReason } from './rules.ts';

const metricsToken = 'a token for metrics';

const test = openForTests(() => startTestApp({ config: { metricsToken } }));
let superAdmin: string;
let admin: string;
beforeAll(async () => {
  superAdmin = await test.signIn((await createPlayer(test.db, { role: 'SUPER_ADMIN' })).id);
  admin = await test.signIn((await createPlayer(test.db, { role: 'ADMIN' })).id);
});

async function read(token = admin) {
  const answer = await test.call({ url: '/overview/failed-work', token });
  return { status: answer.statusCode, data: answer.json().data as FailedWork[] };
}

async function runAgain(task: string, { token = superAdmin, key = randomUUID() } = {}) {
  const url = '/overview/failed-work/run-again';
  const answer = await test.call({ method: 'POST', url, token, key, payload: { task } });
  const { data, message, code } = answer.json();
  return { status: answer.statusCode, data, message, code };
}

async function metrics(): Promise<string[]> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const { body } = await test.app.http.inject({ url: '/metrics', headers });
  return body.split('\n').filter((line) => line.startsWith('jobs_failed_for_good{'));
}

/** Runs jobs until `isDone`. */
async function work(tasks: Tasks, isDone: () => Promise<boolean>): Promise<void> {
  const worker = await startWorker({
    connectionString: test.databaseUrl,
    pool: test.db.pool,
    tasks,
    concurrency: 2,
    log: createLogger('silent'),
  });
  await vi.waitFor(async () => expect(await isDone()).toBe(true)).finally(worker.stop);
}

const attempts = async (task: string) =>
  (
    await test.db.rows<{ attempts: number }>(
      sql`select attempts from graphile_worker.jobs where task_identifier = ${task} and locked_at is null`,
    )
  ).map((job) => job.attempts);

describe('a permanently failed domain event', () => {
  const fact = 'challenge.decided';
  const email = 'somebody@example.com';

  it('is counted in the metrics and shown on the overview, without its content', async () => {
    expect(await read()).toEqual({ status: 200, data: [] });
    expect(await metrics()).toEqual([]);
    await test.db.transaction(async (tx) => {
      for (let job = 0; job < 3; job++) await enqueue(tx, fact, { job }, { maxAttempts: 1 });
      await enqueue(tx, 'tidy', {}, { maxAttempts: 1 });
      await enqueue(tx, fact, { job: 'waits' }, { runAt: new Date(Date.now() + 3_600_000) });
    });
    const fail: Task = async () => {
      throw new Error(`duplicate key violates unique constraint, Key (email)=(${email})`);
    };
    await work({ [fact]: fail, tidy: fail }, async () => (await read()).data.length === 2);
    await vi.waitFor(async () => expect(await attempts(fact)).toHaveLength(4));

    const { data } = await read();
    expect(JSON.stringify(data)).not.toContain(email);
    expect(data.find(({ task }) => task === fact)).toEqual({
      task: fact,
      label: 'A challenge was decided',
      isFact: true,
      count: 3,
      newest: {
        jobId: expect.stringMatching(/^\d+$/),
        failedAt: expect.any(String),
        reason: 'refused_by_database',
      },
    });
    const ago = data.map(({ newest }) => Math.abs(Date.now() - Date.parse(newest.failedAt)));
    expect(Math.max(...ago)).toBeLessThan(60_000);
    expect(data.find(({ task }) => task === 'tidy')).toMatchObject({
      label: 'tidy',
      isFact: false,
      count: 1,
    });
    expect(await metrics()).toEqual([
      `jobs_failed_for_good{task="${fact}",kind="domain_event"} 3`,
      'jobs_failed_for_good{task="tidy",kind="task"} 1',
    ]);
  });

  it('stays until somebody handles it, even after housekeeping', async () => {
    await (test.app.tasks.housekeeping as Task)({} as never);
    expect((await read()).data.map(({ count }) => count).toSorted()).toEqual([1, 3]);
  });

  it('can be run again by administrators who may send rewards, once per key and logged', async () => {
    expect(await runAgain(fact, { token: admin })).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await read(await test.signIn((await createPlayer(test.db)).id))).status).toBe(403);
    const key = randomUUID();
    const first = await runAgain(fact, { key });
    expect(first).toMatchObject({ status: 200, data: { jobs: 3 }, message: 'Running again' });
    expect(await runAgain(fact, { key })).toMatchObject({ data: { jobs: 3 } });
    expect(await runAgain(fact)).toMatchObject({
      data: { jobs: 0 },
      message: 'No failed jobs are left',
    });
    expect((await read()).data.map(({ task }) => task)).toEqual(['tidy']);
    const log = await test.db.rows(sql`
      select subject, before, after from admin_changes where action = 'work.run-again'`);
    expect(log).toEqual([{ subject: `task:${fact}`, before: { failed: 3 }, after: { failed: 0 } }]);

    const done: unknown[] = [];
    const finish: Task = async (payload) => void done.push(payload);
    await work({ [fact]: finish }, async () => done.length === 3);
    expect(await read()).toMatchObject({ data: [{ task: 'tidy' }] });
    expect(await metrics()).toHaveLength(1);
  });
});

it.each([
  [null, 'interrupted'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'unreachable'],
  ['canceling statement due to statement timeout', 'too_slow'],
  ['insert violates foreign key constraint', 'refused_by_database'],
  ['2 listeners of challenge.finished failed', 'other'],
])('classifies the error %s as %s', (error, reason) => {
  expect(getReason(error)).toBe(reason);
});
