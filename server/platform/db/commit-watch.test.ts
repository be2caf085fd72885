// SPDX-License-Identifier: Apache-2.0

import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { patient } from '../../../tests/support/patience.ts';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { type ServerPair, standbyName, startServerPair } from '../../../tests/support/server-pair.ts';
import { createListener, type Listener } from '../listen.ts';
import { createLogger } from '../log.ts';
import { waitForStandbys } from '../standby/replication-state.ts';
import { type Database, openDatabase } from './database.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const folder = makeScratchFolder('commit-watch');
const poolSize = 6;
let servers: ServerPair;
let db: Database;
let listener: Listener;

async function on<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'test' });
  await client.connect();
  const { rows } = await client.query<Row>(statement);
  await client.end();
  return rows;
}

beforeAll(async () => {
  servers = await startServerPair(folder, (url) =>
    on(url, 'create table kept (what text); create unlogged table counted (what text primary key, n int)'),
  );
});
afterAll(async () => {
  await servers?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
beforeEach(async () => {
  await waitForStandbys(servers.primary.url, [standbyName]);
  db = openDatabase(servers.primary.url, { poolSize });
  listener = await createListener(servers.primary.url, createLogger('silent'), db);
  await keep('warm');
});
afterEach(async () => {
  await waitForStandbys(servers.primary.url, []);
  if (!servers.standby.isAlive()) await servers.startStandby();
  await listener.close();
  await db.close();
});

const keep = (what: string) => db.run(sql`insert into kept values (${what})`);
const keepInTransaction = (what: string) =>
  db.transaction(async (tx) => {
    await tx.run(sql`insert into kept values (${what})`);
    return what;
  });
const kept = () => on<{ what: string }>(servers.primary.url, "select what from kept where what <> 'warm'");
const backends = async () =>
  (
    await on(
      servers.primary.url,
      "select from pg_stat_activity where application_name like 'finalring%' and backend_type = 'client backend'",
    )
  ).length;

/** Makes changes without a pause, as players who retry would. */
function keepChanging() {
  let number = 0;
  let isOver = false;
  const tally = { done: [] as string[], refused: 0, slowestRefusalMs: 0, others: [] as unknown[] };
  async function change(): Promise<void> {
    while (!isOver) {
      const what = `w${++number}`;
      const from = performance.now();
      try {
        await (number % 2 ? keep(what) : keepInTransaction(what));
        tally.done.push(what);
      } catch (error) {
        tally.slowestRefusalMs = Math.max(tally.slowestRefusalMs, performance.now() - from);
        if (error instanceof DatabaseUnavailable) tally.refused++;
        else tally.others.push(error);
      }
      await delay(20);
    }
  }
  const all = Array.from({ length: 3 * poolSize }, change);
  return {
    tally,
    async stop() {
      isOver = true;
      await Promise.all(all);
    },
  };
}

/** Changes made before that are left waiting. */
async function untilRefused(): Promise<void> {
  for (let isRefused = false; !isRefused; ) {
    const answer = keep('refused').then(
      () => false,
      () => true,
    );
    isRefused = await Promise.race([answer, delay(200, false)]);
    await delay(50);
  }
}

it('leaves reads their connections while the standby that commits wait for is away', async () => {
  await servers.stopStandby();
  const changing = keepChanging();
  await untilRefused();
  const most = { backends: 0, readMs: 0 };
  const until = performance.now() + 4_000;
  while (performance.now() < until) {
    const from = performance.now();
    await db.one(sql`select count(*) from kept`);
    most.readMs = Math.max(most.readMs, performance.now() - from);
    most.backends = Math.max(most.backends, await backends());
    await delay(50);
  }
  expect(changing.tally.others).toEqual([]);
  expect(changing.tally.done).toEqual([]);
  expect(most.readMs).toBeLessThan(patient(1_000));
  // Those of the pool and the listener, and those that are about to be terminated.
  expect(most.backends).toBeLessThanOrEqual(poolSize + 4);
  await servers.startStandby();
  await vi.waitFor(() => keep('again'), { interval: 50 });
  await vi.waitFor(() => expect(changing.tally.done.length).toBeGreaterThan(20));
  await changing.stop();
  const there = (await kept()).map(({ what }) => what);
  expect(new Set(there).size).toBe(there.length);
  expect(there).toEqual(expect.arrayContaining(changing.tally.done));
});

it('lets through what no standby has, and what only tells or reads', async () => {
  await servers.stopStandby();
  const stuck = keep('stuck').catch((error) => error);
  await untilRefused();
  const heard: string[] = [];
  listener.on('told', (payload) => heard.push(payload));
  await vi.waitFor(async () => {
    await db.run(sql`select pg_notify('told', 'it is so')`);
    expect(heard).toContain('it is so');
  });
  const count = () =>
    db.one<{ n: number }>(sql`
      insert into counted as c values ('one', 1) on conflict (what) do update set n = c.n + 1 returning n`);
  expect((await count()).n).toBe(1);
  expect((await count()).n).toBe(2);
  expect(await db.rows(sql`with gone as (delete from counted returning n) select n from gone`)).toEqual([
    { n: 2 },
  ]);
  await expect(
    db.row(sql`with gone as (delete from counted returning n) insert into kept select n from gone`),
  ).rejects.toThrow(DatabaseUnavailable);
  await expect(db.row(sql`select from kept for update`)).rejects.toThrow(DatabaseUnavailable);
  await servers.startStandby();
  // The change that waited and was not given up gets its answer.
  expect(await stuck).toBe(1);
});

it('goes on at once where nobody is to be waited for any more', async () => {
  await servers.stopStandby();
  const stuck = keep('stuck').catch((error) => error);
  await untilRefused();
  await waitForStandbys(servers.primary.url, []);
  await vi.waitFor(() => keep('alone'), { interval: 50 });
  expect(await stuck).toBe(1);
});

it('ends what it gives up, and never says that it is done', { tags: ['long'] }, async () => {
  await servers.stopStandby();
  const from = performance.now();
  const stuck = await keep('given up').catch((error) => error);
  expect(stuck).toBeInstanceOf(DatabaseUnavailable);
  expect(performance.now() - from).toBeGreaterThan(10_000);
  const waiting = () =>
    on(servers.primary.url, "select query from pg_stat_activity where wait_event = 'SyncRep'");
  // Only the probe.
  await vi.waitFor(async () => expect((await waiting()).length).toBeLessThanOrEqual(1));
  await expect(keep('refused')).rejects.toThrow('standby that commits wait for is away');
  await servers.startStandby();
  await vi.waitFor(() => keep('again'), { interval: 50 });
  expect((await kept()).filter(({ what }) => what === 'given up')).toHaveLength(1);
});
