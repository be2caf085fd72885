// SPDX-License-Identifier: Apache-2.0

import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { endpointsOfContract } from '../../../tests/support/contract.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { type FaultProxy, startFaultProxy } from '../../../tests/support/fault-proxy.ts';
import { patient } from '../../../tests/support/patience.ts';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { type ServerPair, startServerPair } from '../../../tests/support/server-pair.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';

const folder = makeScratchFolder('late-reads');
const maxLagMs = 1_500;
let servers: ServerPair;
let proxy: FaultProxy;
let test: TestApp;
let admin: { id: string; token: string };
beforeAll(async () => {
  servers = await startServerPair(folder, migrate);
  proxy = await startFaultProxy(servers.standby.url);
  const onStandby = (url: string) => {
    const replica = new URL(url);
    replica.port = new URL(proxy.url).port;
    return { urls: [replica.href], maxLagMs };
  };
  test = await startTestApp({ templateUrl: servers.primary.url, replicaOf: onStandby });
  const { id } = await createPlayer(test.db, { role: 'SUPER_ADMIN', gamerCoins: 1_000 });
  admin = { id, token: await test.signIn(id) };
});
afterAll(async () => {
  await test?.close();
  await proxy?.close();
  await servers?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const isUsed = (used: boolean) =>
  vi.waitFor(() => expect(test.db.late.state()?.isUsed).toBe(used), { interval: 20 });

async function onStandby(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: servers.standby.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Which server answered, and the result. */
async function findAnswerer<Result>(ask: () => Promise<Result>) {
  const before = { ...test.db.late.counts };
  const result = await ask();
  const { replica, primary } = test.db.late.counts;
  return { result, replica: replica - before.replica, primary: primary - before.primary };
}

const read = async (url: string) => {
  const answer = await test.call({ url, token: admin.token });
  expect({ url, status: answer.statusCode }).toEqual({ url, status: 200 });
  return answer.json().data;
};
const history = '/transaction/history';
const today = new Date().toISOString().slice(0, 10);
const days = `?from=${today}&to=${today}`;
const overview = `/overview${days}`;
const queries: Record<string, string> = {
  '/overview': days,
  '/overview/growth': days,
  '/books': '?month=2026-01',
  '/books/outstanding': '?on=2026-01-31',
  '/leaderboard': '?period=week',
};

/** The coins that players received, by the overview. */
async function madeToday(): Promise<number> {
  const { flows } = (await read(overview)) as { flows: { direction: string; amount: number }[] };
  return flows.filter(({ direction }) => direction === 'source').reduce((sum, { amount }) => sum + amount, 0);
}

it('are answered by the replica, all that the contract says may be late, and nothing else', {
  tags: ['long'],
}, async () => {
  await isUsed(true);
  await test.db.late.caughtUp(async () => {});
  const late = (await endpointsOfContract()).filter(({ reads }) => reads === 'late');
  expect(late.map(({ path }) => path)).toContain(history);
  for (const { path } of late) {
    const url = path + (queries[path] ?? '');
    const { result, replica, primary } = await findAnswerer(() =>
      test.call({ method: 'GET', url, token: admin.token }),
    );
    expect({ url, status: result.statusCode, primary }).toEqual({ url, status: 200, primary: 0 });
    expect({ url, isLate: replica > 0 }).toEqual({ url, isLate: true });
  }
  const { replica, primary } = await findAnswerer(() => read('/auth/get-profile'));
  expect({ replica, primary }).toEqual({ replica: 0, primary: 0 });
});

it('show a player at once what they did themselves, and others no later than the bound', {
  tags: ['long'],
}, async () => {
  await isUsed(true);
  await onStandby('select pg_wal_replay_pause()');
  const { id } = await createPlayer(test.db, { gamerCoins: 5 });
  const token = await test.signIn(id);
  const known = await findAnswerer(() => test.call({ url: history, token }));
  expect(known.result.json().data.summary.netBalance).toBe(5);
  expect(known.replica).toBe(0);
  // Reads about other players' coins do not wait: first the old value, then the new one.
  expect(await madeToday()).toBe(1_000);
  await isUsed(false);
  expect(await madeToday()).toBe(1_005);
  await onStandby('select pg_wal_replay_resume()');
  await isUsed(true);
  expect(await madeToday()).toBe(1_005);
});

it('have all that was there when they were waited for', { tags: ['long'] }, async () => {
  await isUsed(true);
  const { id } = await createPlayer(test.db, { name: 'Ada Late' });
  const name = () => test.db.late.reports.rows(sql`select name from players where id = ${id}`);
  const { result, replica } = await test.db.late.caughtUp(() => findAnswerer(name));
  expect(replica).toBe(1);
  expect(result).toEqual([{ name: 'Ada Late' }]);
});

it('wait no longer than it takes to see it for a replica that falls silent', { tags: ['long'] }, async () => {
  await isUsed(true);
  const known = () => findAnswerer(() => read(history));
  await vi.waitFor(async () => expect((await known()).replica).toBeGreaterThan(0));
  proxy.set('freeze');
  const began = performance.now();
  const tookMs = (answer: unknown) => Promise.resolve(answer).then(() => performance.now() - began);
  const [made, statementMs, madeMs] = await Promise.all([
    madeToday(),
    tookMs(read(history)),
    tookMs(madeToday()),
  ]);
  expect(made).toBe(1_005);
  // Quick, since the primary answered.
  expect(statementMs).toBeLessThan(patient(1_000));
  expect(madeMs).toBeLessThan(patient(3_000));
  proxy.set('pass');
  await isUsed(true);
});

it('take no more connections there than a smaller share holds', { tags: ['long'] }, async () => {
  const countSessions = async () => {
    const asked = Array.from({ length: 8 }, () =>
      test.db.late.one<{ pid: number }>(sql`select pg_backend_pid() as pid, pg_sleep(0.3)::text`),
    );
    return new Set((await Promise.all(asked)).map(({ pid }) => pid)).size;
  };
  await isUsed(true);
  const { result: many, replica } = await findAnswerer(countSessions);
  expect([many, replica]).toEqual([8, 8]);
  const before = test.db.pool.options.max;
  test.db.setPoolSize(2);
  try {
    await vi.waitFor(async () => expect(await countSessions()).toBe(2));
  } finally {
    test.db.setPoolSize(before);
  }
});

it('go on there while long reports run', { tags: ['long'] }, async () => {
  await isUsed(true);
  const reports = [1, 2, 3].map(() => test.db.reports.one(sql`select pg_sleep(3)`));
  await delay(2_500);
  expect(test.db.late.state()).toMatchObject({ isUsed: true, why: undefined });
  await Promise.all(reports);
});

it('need no role that sees the statistics of others', { tags: ['long'] }, async () => {
  await test.db.run(sql`create role plain login password 'plain'`);
  const asPlain = (url: string) => Object.assign(new URL(url), { username: 'plain', password: 'plain' }).href;
  const db = openDatabase(asPlain(servers.primary.url), {
    replicas: { urls: [asPlain(servers.standby.url)], maxLagMs },
  });
  try {
    await vi.waitFor(() => expect(db.late.state()?.isUsed).toBe(true));
  } finally {
    await db.close();
    await test.db.run(sql`drop role plain`);
  }
});

it('change nothing, and are left to the primary where the replica is gone', { tags: ['long'] }, async () => {
  await expect(test.db.late.run(sql`select 1`)).rejects.toThrow('changes nothing');
  await isUsed(true);
  await servers.stopStandby();
  expect(await madeToday()).toBe(1_005);
  await isUsed(false);
  await servers.startStandby();
  await isUsed(true);
});
