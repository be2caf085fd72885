// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { GameId } from '../../../contract/games/game.ts';
import { gameIds } from '../../../contract/games/games.ts';
import type { StatusPart, StatusReport } from '../../../contract/status.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { type FaultProxy, startFaultProxy } from '../../../tests/support/fault-proxy.ts';
import { assessParts } from './assess-parts.ts';
import { readReport, statusText } from './read-status.ts';
import { addTallies } from './status-store.ts';

let proxy: FaultProxy;
let test: TestApp;
let token: string;
beforeAll(async () => {
  test = await startTestApp({
    through: async (url) => {
      proxy = await startFaultProxy(url);
      return proxy.url;
    },
  });
  token = await test.signIn((await createPlayer(test.db)).id);
});
beforeEach(async () => {
  // Flushes the counts of other tests in this process.
  await test.app.tasks['look-at-status']?.({} as never);
  await test.db.run(sql`truncate status_minutes, status_looks, status_incidents`);
  await test.db.run(sql`delete from graphile_worker._private_jobs`);
});
afterEach(() => {
  proxy.set('pass');
  proxy.endDead();
});
afterAll(async () => {
  await test?.close();
  await proxy?.close();
});

const minute = 60_000;
async function look(afterMs = minute): Promise<StatusReport> {
  test.clock.advance(afterMs);
  await test.app.tasks['look-at-status']?.({} as never);
  return readReport(test);
}
const tell = (subject: string, good: number, bad: number) =>
  addTallies(test.db, [{ subject, good, bad }], test.clock.now());
const stateOf = (report: StatusReport, name: StatusPart) =>
  report.parts.find(({ part }) => part === name)?.state;

it('reports a part that answers with errors until it recovers', async () => {
  expect((await look()).parts.every(({ state }) => state === 'working')).toBe(true);
  await tell('shop', 60, 40);
  const disturbed = await look();
  expect(stateOf(disturbed, 'shop')).toBe('disturbed');
  expect(stateOf(disturbed, 'payments')).toBe('working');
  await tell('shop', 0, 400);
  const down = await look();
  expect(down.incidents).toEqual([
    { part: 'shop', state: 'down', beganAt: disturbed.lookedAt, endedAt: null },
  ]);
  // Counts stop mattering after five minutes, while checks continue.
  let over = down;
  for (let passed = 0; passed < 7; passed++) over = await look();
  expect(stateOf(over, 'shop')).toBe('working');
  expect(over.incidents[0]?.endedAt).not.toBeNull();
  // A problem that returns soon is the same incident, and so is an intermittent one.
  await tell('shop', 0, 400);
  const again = await look();
  expect(again.incidents).toHaveLength(1);
  expect(again.incidents[0]).toMatchObject({ beganAt: disturbed.lookedAt, endedAt: null });
});

it('ignores a single error', async () => {
  await tell('payments', 0, 2);
  await tell('google', 1_000, 30);
  const report = await look();
  expect([report.incidents, stateOf(report, 'payments'), stateOf(report, 'sign-in')]).toEqual([
    [],
    'working',
    'working',
  ]);
});

it('reports the outside services that a part depends on', async () => {
  await tell('game-stats', 50, 50);
  await tell('google', 90, 10);
  const report = await look();
  expect([stateOf(report, 'challenges'), stateOf(report, 'sign-in'), stateOf(report, 'shop')]).toEqual([
    'down',
    'disturbed',
    'working',
  ]);
});

it('reports a part as down only if all of its alternatives are', async () => {
  const assess = async (...seconds: number[]) => {
    test.clock.advance(minute);
    const watched = seconds.map((late, index) => ({
      part: 'challenges' as const,
      game: gameIds[index] as GameId,
      lateSeconds: async () => late,
    }));
    const { db, clock } = test;
    await assessParts({ db, clock, watched, tallies: { count() {}, flush: async () => {} } });
    return (await readReport(test)).parts.find(({ part }) => part === 'challenges');
  };
  expect(await assess(0, 0)).toMatchObject({ state: 'working', lateSeconds: 0 });
  expect(await assess(4_000, 0)).toEqual({
    part: 'challenges',
    state: 'disturbed',
    lateSeconds: 4_000,
    games: [
      { game: 'fortnite', state: 'down', lateSeconds: 4_000 },
      { game: 'pubg', state: 'working', lateSeconds: 0 },
    ],
  });
  // A process of a release that knows no games looked since.
  await test.db.run(sql`update status_looks set looked_at = looked_at + interval '1 second'`);
  const { parts } = await readReport(test);
  expect(parts.find(({ part }) => part === 'challenges')).not.toHaveProperty('games');
  expect(await assess(4_000, 200)).toMatchObject({ state: 'disturbed' });
  expect(await assess(4_000, 1_900)).toMatchObject({ state: 'down' });
  expect(await assess(4_000)).toEqual({ part: 'challenges', state: 'down', lateSeconds: 4_000 });
});

it('reports how late mail is, counting waiting and failed messages', async () => {
  const addJob = (task: string) =>
    test.db.run(
      sql`select graphile_worker.add_job(${task}, '{}'::json, run_at := now() - interval '10 minutes')`,
    );
  await addJob('send-receipt');
  const waiting = (await look()).parts.find(({ part }) => part === 'messages');
  expect(waiting).toMatchObject({ state: 'disturbed' });
  expect(waiting?.lateSeconds).toBeGreaterThanOrEqual(600);
  await test.db.run(sql`
    update graphile_worker._private_jobs set attempts = 3, last_error = 'no',
      run_at = now() + interval '1 hour', created_at = now() - interval '2 hours'`);
  const tried = (await look()).parts.find(({ part }) => part === 'messages');
  expect(tried).toMatchObject({ state: 'down' });
});

it('treats a gap between checks as an incident of the whole site', async () => {
  const first = await look();
  const next = await look(20 * minute);
  expect(next.incidents).toEqual([
    { part: 'site', state: 'down', beganAt: first.lookedAt, endedAt: next.lookedAt },
  ]);
  test.clock.advance(31 * minute);
  const { parts } = await readReport(test);
  expect(parts.filter(({ state }) => state === 'down').map(({ part }) => part)).toEqual([
    'challenges',
    'messages',
  ]);
  expect(parts.find(({ part }) => part === 'challenges')?.lateSeconds).toBe(31 * 60);
});

it('ignores stored checks of parts that only an earlier release had', async () => {
  await look();
  await test.db.run(sql`
    insert into status_looks (part, state, looked_at)
    values ('forum', 'working', ${new Date(test.clock.now().getTime() - 20 * minute)})`);
  await look();
  const { incidents, lookedAt } = await look();
  expect(incidents).toEqual([]);
  expect(lookedAt).toBe(test.clock.now().toISOString());
});

it('stores one check when several run concurrently', async () => {
  await tell('shop', 0, 9);
  test.clock.advance(minute);
  const task = test.app.tasks['look-at-status'];
  await Promise.all([task?.({} as never), task?.({} as never), task?.({} as never)]);
  expect((await readReport(test)).incidents).toHaveLength(1);
});

it('queries the database once for many concurrent requests', async () => {
  const rows = vi.spyOn(test.db, 'rows');
  const text = statusText({ ...test, db: test.db });
  await Promise.all(Array.from({ length: 1_000 }, () => text()));
  for (let more = 0; more < 1_000; more++) expect(text()).not.toBeInstanceOf(Promise);
  expect(rows).toHaveBeenCalledTimes(2);
  rows.mockRestore();
});

it('answers while the database is down, says so, and counts errors meanwhile', {
  tags: ['long'],
}, async () => {
  await tell('shop', 0, 9);
  await look();
  const before = await test.call({ url: '/status' });
  expect(before.headers['cache-control']).toBe('public, max-age=10');
  const { incidents, lookedAt } = before.json().data;
  proxy.set('blackhole');
  const away = await vi.waitFor(async () => {
    const { data } = (await test.call({ url: '/status' })).json();
    expect(data.isDatabaseAway).toBe(true);
    return data;
  });
  expect(away).toMatchObject({ incidents, lookedAt });
  expect(new Set(away.parts.map(({ state }: { state: string }) => state))).toEqual(new Set(['down']));
  for (let tries = 0; tries < 4; tries++) {
    expect((await test.call({ url: '/trade-coin/get-all-coins' })).statusCode).toBe(503);
    expect((await test.call({ url: '/transaction/history', token })).statusCode).toBe(503);
  }
  proxy.set('pass');
  await vi.waitFor(async () =>
    expect((await test.call({ url: '/status' })).json().data.isDatabaseAway).toBe(false),
  );
  expect(stateOf(await look(), 'payments')).toBe('down');
});
