// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { ScheduledRun } from '../../../contract/promotions-admin.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { startPromotionsTest } from '../../../tests/support/promotions.ts';

const promotions = openForTests(startPromotionsTest);

const schedule = async (): Promise<ScheduledRun[]> => (await promotions.ask('GET', '/events/schedule')).data;
const of = (runs: ScheduledRun[], title: string) =>
  runs.filter(({ subject }) => subject.title === title).map(({ task, runAt }) => ({ task, runAt }));
const minuteAfter = (time: string) => new Date(Date.parse(time) + 60_000).toISOString();

it('lists upcoming starts, ends and draws, soonest first, together with recurring jobs', async () => {
  const coming = await promotions.create({
    title: 'Coming',
    startDate: promotions.inHours(5),
    endDate: promotions.inHours(9),
  });
  await promotions.create({ title: 'By hand', autoRun: false });
  await promotions.create({ title: 'Off', isActive: false });
  const giveaway = {
    title: 'Raffle',
    prizeType: 'GC',
    prizeAmount: 5,
    winnerCount: 1,
    startDate: promotions.inHours(-1),
    endDate: promotions.inHours(7),
  };
  const raffle = await promotions.ask('POST', '/giveaways/create', { payload: giveaway });
  expect(raffle.status).toBe(200);
  await promotions.sweep();
  const runs = await schedule();
  expect(of(runs, 'Coming')).toEqual([
    { task: 'event.start', runAt: coming.startDate },
    { task: 'event.end', runAt: minuteAfter(coming.endDate) },
  ]);
  expect(of(runs, 'Raffle')).toEqual([{ task: 'giveaway.draw', runAt: giveaway.endDate }]);
  expect([of(runs, 'By hand'), of(runs, 'Off')]).toEqual([[], []]);
  const times = runs.map(({ runAt }) => runAt);
  expect(times).toEqual([...times].sort());
  const nextMinute = new Date(Math.floor(promotions.test.clock.now().getTime() / 60_000 + 1) * 60_000);
  expect(runs.find(({ task }) => task === 'run-events')).toEqual({
    task: 'run-events',
    subject: { kind: null, _id: null, title: '' },
    runAt: nextMinute.toISOString(),
    attempts: 0,
    lastError: null,
  });
  const nightly = runs.find(({ task }) => task === 'forget-notifications');
  expect(nightly?.runAt).toMatch(/T03:40:00.000Z$/);
  promotions.test.clock.advance(10 * 3_600_000);
  await promotions.sweep();
  expect(of(await schedule(), 'Coming')).toEqual([]);
});

it('shows why an overdue run is stuck', async () => {
  await promotions.create({ title: 'Stuck', endDate: promotions.inHours(1) });
  await promotions.create({ title: 'Later', endDate: promotions.inHours(30) });
  // It ends after the end date and the minute for late facts.
  promotions.test.clock.advance(3_600_000 + 60_000);
  await promotions.test.db.run(sql`select graphile_worker.add_job('run-events')`);
  await promotions.test.db.run(sql`
    update graphile_worker._private_jobs j set attempts = 3, last_error = 'the ledger refused'
    from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'run-events'`);
  const runs = await schedule();
  const failing = (title: string) =>
    runs
      .filter(({ task, subject }) => task === 'event.end' && subject.title === title)
      .map(({ attempts, lastError }) => ({ attempts, lastError }));
  expect(failing('Stuck')).toEqual([{ attempts: 3, lastError: 'the ledger refused' }]);
  expect(failing('Later')).toEqual([{ attempts: 0, lastError: null }]);
});

it('shows 200 runs at most', async () => {
  await promotions.test.db.run(sql`
    insert into events (title, type, triggers, starts_at, ends_at, reward_currency, reward_amount)
    select 'Many', 'T', '{EARN_XP}', ${promotions.inHours(50)}, ${promotions.inHours(60)}, 'GC', 1 from generate_series(1, 150)`);
  const runs = await schedule();
  expect(runs).toHaveLength(200);
  expect(runs.at(-1)?.subject.title).toBe('Many');
});
