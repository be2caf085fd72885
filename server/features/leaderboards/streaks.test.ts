// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import type { Task } from '../../platform/jobs/outbox.ts';
import { maxLookedAt, streakTask } from './warn-of-streaks.ts';

const test = openForTests(startTestApp);
beforeAll(async () => {
  test.clock.set(new Date('2026-05-10T18:00:00Z'));
});

async function playedOn(...days: string[]): Promise<string> {
  const { id } = await createPlayer(test.db);
  for (const day of days) await play(id, `${day}T00:30:00Z`);
  return id;
}
const play = (playerId: string, at: string) =>
  test.db.run(sql`
    insert into played_xp (attempt_id, player_id, xp, played_at) values (${randomUUID()}, ${playerId}, 20, ${at})`);

/** Runs the task and the jobs it enqueues; returns the number of runs. */
async function walk(): Promise<number> {
  let runs = 0;
  let payload: object | undefined = {};
  while (payload) {
    await (test.app.tasks[streakTask] as Task)(payload as never);
    runs++;
    const job: { payload: object } | undefined = await test.db.row(sql`
      delete from graphile_worker._private_jobs where key like ${`${streakTask}:%`} returning payload`);
    payload = job?.payload;
  }
  const told = await test.db.rows<{ payload: never }>(sql`
    with gone as (
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'streak.ending' returning payload)
    select payload from gone`);
  for (const fact of told) await (test.app.tasks['streak.ending'] as Task)(fact.payload);
  return runs;
}
const told = async (playerId: string) =>
  (
    await test.db.rows<{ body: string }>(sql`
      select body from notifications where player_id = ${playerId} and kind = 'streak'`)
  ).map(({ body }) => body);

it('notifies players once in the evening when their streak ends at midnight', async () => {
  const three = await playedOn('2026-05-07', '2026-05-08', '2026-05-09');
  const broken = await playedOn('2026-05-05', '2026-05-06', '2026-05-08', '2026-05-09');
  const kept = await playedOn('2026-05-08', '2026-05-09', '2026-05-10');
  const single = await playedOn('2026-05-09');
  const ended = await playedOn('2026-05-07', '2026-05-08');
  const voided = await playedOn('2026-05-08', '2026-05-09');
  await test.db.run(sql`
    update played_xp set taken_back_at = now() where player_id = ${voided} and played_at >= '2026-05-09T00:00Z'`);
  await walk();
  await walk();
  expect(await told(three)).toEqual([
    'Your streak of 3 days ends at midnight UTC. Finish a challenge today to keep it.',
  ]);
  expect(await told(broken)).toEqual([expect.stringContaining('2 days')]);
  for (const player of [kept, single, ended, voided]) expect(await told(player)).toEqual([]);
});

it('covers any number of attempts in batches', async () => {
  const last = await playedOn('2026-05-08');
  await test.db.run(sql`
    insert into played_xp (attempt_id, player_id, xp, played_at)
    select make_uuidv7(), ${await playedOn('2026-05-08')}, 20, timestamptz '2026-05-09T13:00Z'
    from generate_series(1, ${2 * maxLookedAt}::int)`);
  await play(last, '2026-05-09T14:00:00Z');
  expect(await walk()).toBe(3);
  expect(await told(last)).toHaveLength(1);
});

it('sends nothing when the job runs after its day is over', async () => {
  const player = await playedOn('2026-05-08', '2026-05-09');
  await (test.app.tasks[streakTask] as Task)({ day: '2026-05-09', after: null } as never);
  expect(await told(player)).toEqual([]);
  expect(
    await test.db.rows(sql`select from graphile_worker.jobs where task_identifier = 'streak.ending'`),
  ).toEqual([]);
});
