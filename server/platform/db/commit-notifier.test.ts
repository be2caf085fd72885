// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { enqueue } from '../jobs/outbox.ts';
import { publishToAll } from '../live/publish.ts';
import { openDatabase } from './database.ts';

const db = openTestDatabase({ poolSize: 2 });
let ear: pg.Client;
const heard: string[] = [];
beforeAll(async () => {
  ear = new pg.Client({ connectionString: db.url });
  await ear.connect();
  await ear.query('listen live_all; listen "jobs:insert"; listen other');
  ear.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`));
});
afterAll(async () => {
  await ear.end();
});

const statementsOf = () => vi.spyOn(db.pool, 'query');
const countNotifyCalls = (asked: ReturnType<typeof statementsOf>) =>
  asked.mock.calls.filter(([query]) => (query as { name?: string }).name === 'tell_committed').length;

it('notifies after the commit, once per equal notification', async () => {
  heard.length = 0;
  const asked = statementsOf();
  await db.transaction(async (tx) => {
    await publishToAll(tx, 'leaderboard', {});
    await publishToAll(tx, 'leaderboard', {});
    await enqueue(tx, 'some-task', {});
    await enqueue(tx, 'some-task', {});
    expect(countNotifyCalls(asked)).toBe(0);
  });
  await vi.waitFor(() => expect(heard).toHaveLength(2));
  expect(heard[0]).toMatch(/^jobs:insert .*"count" : 2/);
  expect(JSON.parse(heard[1]?.replace('live_all ', '') ?? '')).toMatchObject({ name: 'leaderboard' });
  expect(countNotifyCalls(asked)).toBe(1);
});

it('retries notifications that failed', { tags: ['long'] }, async () => {
  heard.length = 0;
  const real = db.pool.query.bind(db.pool);
  let failures = 2;
  vi.spyOn(db.pool, 'query').mockImplementation(((query: { name?: string }, ...rest: unknown[]) => {
    if (query.name === 'tell_committed' && failures-- > 0) return Promise.reject(new Error('away'));
    return (real as (...args: unknown[]) => unknown)(query, ...rest);
  }) as never);
  await db.run(sql`select tell_after_commit('other', 'one')`);
  await vi.waitFor(() => expect(heard).toEqual(['other one']));
});

it('sends each line of a combined notification', async () => {
  heard.length = 0;
  await db.run(sql`select tell_lines_after_commit('{other one,"jobs:insert {}",other two words}')`);
  await vi.waitFor(() =>
    expect(heard).toEqual([expect.stringMatching(/^jobs:insert /), 'other one', 'other two words']),
  );
});

it('refuses a notification that is too long, and sends the rest', async () => {
  heard.length = 0;
  const asked = db.run(sql`select tell_after_commit('other', repeat('x', 8000))`);
  await expect(asked).rejects.toMatchObject({ code: '22023' });
  await db.run(sql`select tell_after_commit('other', 'short')`);
  await vi.waitFor(() => expect(heard).toEqual(['other short']));
});

it('sends pending notifications before it closes', async () => {
  heard.length = 0;
  const short = openDatabase(db.url, { poolSize: 1 });
  await short.run(sql`select tell_after_commit('other', 'last')`);
  await short.close();
  await vi.waitFor(() => expect(heard).toEqual(['other last']));
});

it('enqueues the same job as graphile-worker itself', async () => {
  const options = { runAt: new Date(2030, 1), priority: 7, maxAttempts: 3 };
  await db.transaction((tx) => enqueue(tx, 'by-us', { a: 1 }, options));
  await db.transaction((tx) => enqueue(tx, 'by-us', { a: 1 }));
  await db.run(sql`select graphile_worker.add_job('by-it', '{"a":1}', run_at => ${options.runAt},
    priority => 7, max_attempts => 3)`);
  await db.run(sql`select graphile_worker.add_job('by-it', '{"a":1}')`);
  const jobs = await db.rows<{ task: string; job: Record<string, unknown> }>(sql`
    select t.identifier as task, to_jsonb(j) - array['id', 'task_id', 'created_at', 'updated_at']
        || jsonb_build_object('run_at', j.run_at < now() + interval '1 minute') as job
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier like 'by-%' order by j.id`);
  const of = (name: string) => jobs.filter(({ task }) => task === name).map(({ job }) => job);
  expect(of('by-us')).toHaveLength(2);
  expect(of('by-us')).toEqual(of('by-it'));
});
