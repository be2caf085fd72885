// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { createListener, type Listener } from '../listen.ts';
import { createLogger } from '../log.ts';
import { createHolders } from './holders.ts';
import { createLiveHub, type LiveHub } from './hub.ts';
import { publishLive, publishLiveToMany } from './publish.ts';

const [alice, bob, carol] = ['a', 'b', 'c'].map((digit) => `0190a0a0-0000-7000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
];
const log = createLogger('silent');

let test: TestDatabase;
let db: Database;
const parts: { close(): unknown }[] = [];
beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(async () => {
  db = openDatabase(test.url, { poolSize: 4 });
  // This test would mistake the previous test's rows for its own.
  await db.run(sql`truncate live_holders, live_processes`);
});
afterEach(async () => {
  for (const part of parts.splice(0).reverse()) await part.close();
  await db.close();
});
afterAll(() => test.drop());

/** One process: the players it is notified about, and the events sent to its pages. */
async function startProcess(lookEachMs?: number) {
  const told: string[] = [];
  const real = await createListener(test.url, log);
  const listener: Listener = {
    ...real,
    get connected() {
      return real.connected;
    },
    on: (channel, handler) =>
      real.on(channel, (payload) => {
        if (channel.startsWith('live') && channel !== 'live_all') told.push(payload);
        handler(payload);
      }),
  };
  const hub: LiveHub = createLiveHub({ db, listener, log, ...(lookEachMs && { lookEachMs }) });
  parts.push(real, hub);
  const sent: string[] = [];
  return {
    told,
    sent,
    /**
     * Opens the process's first page of each player, and waits until all are recorded. @returns a function that closes
     * them
     */
    async open(...players: string[]) {
      const already = await holders(players);
      const leaves = await Promise.all(
        players.map(async (playerId) => {
          const { newestId } = await hub.beginning(playerId);
          const client = { playerId, lastEventId: newestId, sendToAll: () => {} };
          return hub.join({ ...client, send: ({ data }) => void sent.push(JSON.stringify(data)) });
        }),
      );
      const all = already + players.length;
      await vi.waitFor(async () => expect(await holders(players)).toBe(all));
      return () => {
        for (const leave of leaves) leave();
      };
    },
  };
}

const holders = async (players: string[]) =>
  (await db.rows(sql`select from live_holders where player_id = any (${players}::uuid[])`)).length;
const tell = (playerId: string, attemptId: string) =>
  db.transaction((tx) => publishLive(tx, playerId, 'attempt', { attemptId, status: 'PENDING' }));
const event = (attemptId: string) => JSON.stringify({ status: 'PENDING', attemptId });

it('notifies a process only about players whose pages are open there', { tags: ['long'] }, async () => {
  const [one, other] = [await startProcess(), await startProcess()];
  const leave = await one.open(alice);
  await other.open(bob);
  await tell(carol, 'nobody looks');
  await tell(alice, 'a1');
  await tell(bob, 'b1');
  await vi.waitFor(() => expect([one.sent, other.sent]).toEqual([[event('a1')], [event('b1')]]));
  await other.open(alice);
  await tell(alice, 'a2');
  await vi.waitFor(() =>
    expect([one.sent, other.sent]).toEqual([
      [event('a1'), event('a2')],
      [event('b1'), event('a2')],
    ]),
  );
  expect([one.told, other.told]).toEqual([
    [alice, alice],
    [bob, alice],
  ]);
  leave();
  await vi.waitFor(async () => expect(await holders([alice])).toBe(1));
  await tell(alice, 'a3');
  await vi.waitFor(() => expect(other.sent).toHaveLength(3));
  expect(one.told).toEqual([alice, alice]);
});

it('notifies about many players in as few notifications as fit', { tags: ['long'] }, async () => {
  const players = Array.from(
    { length: 450 },
    (_, n) => `0190a0a0-0000-7000-8000-${String(n).padStart(12, '0')}`,
  );
  const one = await startProcess();
  await one.open(...players);
  await db.transaction((tx) =>
    publishLiveToMany(
      tx,
      'attempt',
      players.map((playerId) => ({ playerId, data: { attemptId: playerId, status: 'PENDING' } })),
    ),
  );
  await vi.waitFor(() => expect(new Set(one.sent)).toEqual(new Set(players.map(event))));
  expect(one.told.length).toBeLessThanOrEqual(4);
  expect(Math.max(...one.told.map(({ length }) => length))).toBeLessThan(8_000);
});

it('reads the events of all its players together after a reconnect', { tags: ['long'] }, async () => {
  const players = Array.from(
    { length: 1_200 },
    (_, n) => `0190a0a0-0000-7000-8000-${String(n).padStart(12, '0')}`,
  );
  const one = await startProcess();
  await one.open(...players);
  // Until the queries for joining are done.
  await vi.waitFor(() => expect(db.pool.idleCount).toBe(db.pool.totalCount));
  const missing = players[700] as string;
  const asked = vi.spyOn(db.pool, 'query');
  await db.run(sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name = 'finalring listener'`);
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  await client.query(`select publish_live_event($1, 'attempt', '{"attemptId": "missed"}')`, [missing]);
  await client.end();
  await vi.waitFor(() => expect(one.sent).toEqual(['{"attemptId":"missed"}']));
  await vi.waitFor(() => expect(db.pool.idleCount).toBe(db.pool.totalCount));
  expect(asked.mock.calls.length).toBeLessThan(12);
});

it('finds an event whose process was killed before notifying', async () => {
  const one = await startProcess(100);
  await one.open(alice);
  const killed = new pg.Client({ connectionString: test.url });
  await killed.connect();
  await killed.query("set finalring.tells_after = 'on'");
  await killed.query(`select publish_live_event($1, 'attempt', '{"attemptId": "lost"}')`, [alice]);
  await killed.end();
  await vi.waitFor(() => expect(one.sent).toEqual(['{"attemptId":"lost"}']));
  expect(one.told).toEqual([]);
});

it('registers again after the database forgot it, and removes dead processes', {
  tags: ['long'],
}, async () => {
  const one = await startProcess(100);
  await one.open(alice);
  // The state after a crash of the database.
  await db.run(sql`truncate live_holders, live_processes`);
  await vi.waitFor(async () => expect(await holders([alice])).toBe(1));
  await tell(alice, 'again');
  await vi.waitFor(() => expect(one.told).toEqual([alice]));
  await db.run(sql`
    with dead as (insert into live_processes values ('dead', now() - interval '3 minutes'))
    insert into live_holders values (${alice}, 'dead'), (${bob}, 'dead')`);
  await vi.waitFor(async () =>
    expect(await db.rows(sql`select player_id from live_holders`)).toEqual([{ playerId: alice }]),
  );
});

it('records joins and leaves that failed, even when others joined meanwhile', {
  tags: ['long'],
}, async () => {
  const held: { playerId: string; lastEventId: number }[] = [];
  const listener = await createListener(test.url, log);
  const asked = { ...db };
  const one = createHolders({ db: asked, listener, log, held: () => held, wake: () => {}, lookEachMs: 300 });
  parts.push(listener, one);
  const hold = (playerId: string) => {
    held.push({ playerId, lastEventId: 0 });
    return one.hold(playerId);
  };
  await hold(alice);
  held.pop();
  const died = () => Promise.reject(new Error('the connection died'));
  Object.assign(asked, { one: died, run: died });
  one.release(alice);
  await hold(bob);
  Object.assign(asked, { one: db.one, run: db.run });
  await hold(carol);
  expect(await holders([carol])).toBe(1);
  await vi.waitFor(async () =>
    expect(await db.rows(sql`select player_id from live_holders order by 1`)).toEqual([
      { playerId: bob },
      { playerId: carol },
    ]),
  );
});

it('receives notifications from the previous release, which notifies every process', async () => {
  const one = await startProcess();
  await one.open(alice);
  const old = new pg.Client({ connectionString: test.url });
  await old.connect();
  await old.query(`select publish_live_event($1, 'attempt', '{"attemptId": "old"}')`, [alice]);
  await old.end();
  await vi.waitFor(() => expect(one.sent).toEqual(['{"attemptId":"old"}']));
});
