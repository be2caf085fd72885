// SPDX-License-Identifier: Apache-2.0

import { readdirSync } from 'node:fs';
import { parseCrontab } from 'graphile-worker';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { startTestApp } from '../tests/support/app.ts';
import { openForTests } from '../tests/support/open-for-tests.ts';
import { failedTasks } from './platform/jobs/failed-jobs.ts';
import { enqueue } from './platform/jobs/outbox.ts';

const test = openForTests(startTestApp);

it('schedules each task at its required time', () => {
  const promised = [
    '* * * * * draw-giveaways',
    '* * * * * find-restocks',
    '* * * * * reconcile-payments ?queue=reconcile-payments&jobKey=reconcile-payments',
    '* * * * * run-events',
    '* * * * * sweep-attempts',
    '*/10 * * * * housekeeping',
    '0 16 * * * gather-daily-mails ?fill=7h',
    '0 18 * * * find-ending-streaks ?fill=5h',
    '11 * * * * sum-up-days',
    '* * * * * mark-boards',
    '17 3 * * * forget-spans',
    '12 * * * * close-boards',
    '17 * * * * forget-expired-sign-ins',
    '23 * * * * forget-networks',
    '40 3 * * * forget-notifications',
    '50 3 * * * forget-friend-links',
    '50 3 * * * forget-restock-alerts',
    '* * * * * seal-transfers',
  ];
  expect(test.app.crontab.split('\n')).toEqual(expect.arrayContaining(promised));
});

it('catches up on daily tasks after hours without a process', () => {
  const madeUp = parseCrontab(test.app.crontab).flatMap(({ task, options }) =>
    options.backfillPeriod > 0 ? [[task, options.backfillPeriod / 3_600_000]] : [],
  );
  expect(Object.fromEntries(madeUp)).toEqual({
    'find-ending-streaks': 5,
    'gather-daily-mails': 7,
  });
});

it.each(['make-data-exports'])(
  'does not count a killed run of %s as failed when another was scheduled meanwhile',
  async (task) => {
    const { db, app } = test;
    await db.run(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
    await db.transaction((tx) => enqueue(tx, task, {}, { key: task }));
    await db.run(
      sql`update graphile_worker._private_jobs set attempts = 1, locked_at = now(), locked_by = 'a worker'`,
    );
    const { options } = parseCrontab(app.crontab).find((item) => item.task === task) ?? {};
    await db.run(
      sql`select graphile_worker.add_job(${task}, '{}'::json, job_key => ${options?.jobKey ?? null})`,
    );
    await db.run(sql`select graphile_worker.force_unlock_workers(array['a worker'])`);
    expect(await failedTasks(db)).toEqual([]);
  },
);

it('schedules only existing tasks', () => {
  const repeated = parseCrontab(test.app.crontab).map(({ task }) => task);
  expect(Object.keys(test.app.tasks)).toEqual(expect.arrayContaining(repeated));
});

it('accepts jobs that the previous release adds', () => {
  expect(Object.keys(test.app.tasks)).toEqual(
    expect.arrayContaining(['add-months', 'archive-months', 'send-webhooks', 'tell-daily-witnesses']),
  );
});

it('lists every feature by its folder name, and the ledger', () => {
  const folders = readdirSync(new URL('./features', import.meta.url));
  expect(test.app.features.map(({ name }) => name).sort()).toEqual([...folders, 'ledger'].sort());
});
