// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import type { Listener } from '../listen.ts';
import { createLogger } from '../log.ts';
import { createLiveHub, type LiveHub } from './hub.ts';
import { publishLive } from './publish.ts';

const alice = '0190a0a0-0000-7000-8000-00000000000a';
const bob = '0190a0a0-0000-7000-8000-00000000000b';
const hourMs = 3_600_000;

describe('the time in which a page has certainly missed nothing', () => {
  const db = openTestDatabase();
  let hub: LiveHub;
  let broadcast: (payload: string) => void;
  let reconnect: () => void;
  let connected: boolean;
  let nowMs: number;

  beforeEach(async () => {
    await db.run(sql`delete from live_events`);
    nowMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    connected = true;
    const listener: Listener = {
      on(channel, handler) {
        if (channel === 'live_all') broadcast = handler;
        return () => {};
      },
      onReconnect(handler) {
        reconnect = handler;
      },
      get connected() {
        return connected;
      },
      close: async () => {},
    };
    hub = createLiveHub({ db, listener, log: createLogger('silent') });
    nowMs += hourMs;
  });

  const quietMs = async () => (await hub.beginning(alice)).quietMs;
  const tell = (playerId: string) => db.transaction((tx) => publishLive(tx, playerId, 'profile', {}));

  it('is as long as this process has listened, without any event', async () => {
    expect(await hub.beginning(alice)).toEqual({ newestId: 0, quietMs: hourMs });
  });

  it("starts at the player's latest event", async () => {
    await tell(alice);
    await db.run(sql`update live_events set created_at = now() - interval '10 minutes'`);
    expect(await quietMs()).toBeGreaterThanOrEqual(600_000);
    expect(await quietMs()).toBeLessThan(hourMs);
    await tell(bob);
    expect(await quietMs()).toBeGreaterThanOrEqual(600_000);
    await tell(alice);
    expect(await quietMs()).toBeLessThan(600_000);
  });

  it('starts at the latest broadcast', async () => {
    broadcast('{"name":"events","subject":"","data":{}}');
    nowMs += 1_234;
    expect(await quietMs()).toBe(1_234);
  });

  it('starts when listening began, and is zero while disconnected', async () => {
    reconnect();
    nowMs += 5;
    expect(await quietMs()).toBe(5);
    nowMs += hourMs;
    connected = false;
    expect(await quietMs()).toBe(0);
  });

  it('is sent to open streams after a reconnect', () => {
    const said: string[] = [];
    const client = { lastEventId: 7, send: () => {}, sendToAll: (text: string) => said.push(text) };
    const leave = hub.join({ ...client, playerId: alice });
    hub.join({ ...client, playerId: bob });
    expect(said).toEqual([]);
    reconnect();
    // Without an id, so that the position to resume from stays.
    const ready = 'event: ready\ndata: {"quietMs":0}\n\n';
    expect(said).toEqual([ready, ready]);
    leave();
    reconnect();
    expect(said).toHaveLength(3);
  });

  it('is reset for open streams when the database lost their events', async () => {
    const [got, said]: [number[], string[]] = [[], []];
    const client = { playerId: alice, send: ({ id }: { id: number }) => void got.push(id), sendToAll() {} };
    await tell(alice);
    const { id: newest } = await db.one<{ id: number }>(sql`select max(id)::int as id from live_events`);
    hub.join({ ...client, lastEventId: newest + 100, sendToAll: (text: string) => said.push(text) });
    const kept = { ...client, playerId: bob, lastEventId: newest - 1 };
    hub.join(kept);
    reconnect();
    // Once for missed broadcasts, once for lost events.
    await vi.waitFor(() => expect(said).toHaveLength(2));
    await tell(alice);
    hub.join({ ...client, send() {}, lastEventId: newest });
    await vi.waitFor(() => expect(got).toEqual([newest + 1]));
    expect(kept.lastEventId).toBe(newest - 1);
  });
});

describe('a resumed stream', () => {
  const db = openTestDatabase();
  beforeEach(async () => void (await db.run(sql`delete from live_events`)));

  it('gets everything it missed, even when another stream of its player is being served', async () => {
    const listener: Listener = {
      on: () => () => {},
      onReconnect: () => {},
      connected: true,
      close: async () => {},
    };
    const tell = () => db.transaction((tx) => publishLive(tx, alice, 'profile', {}));
    await tell();
    await tell();
    const ids = (await db.rows<{ id: number }>(sql`select id from live_events order by id`)).map(
      ({ id }) => id,
    );
    const [first = 0, second = 0] = ids;
    // The other stream joins after the events for the first one are read, and before they are delivered.
    let onRead = () => {};
    const slow = new Proxy(db, {
      get(target, name) {
        if (name !== 'rows') return Reflect.get(target, name);
        return async (query: Parameters<typeof db.rows>[0]) => {
          const rows = await db.rows(query);
          onRead();
          return rows;
        };
      },
    });
    const hub = createLiveHub({ db: slow, listener, log: createLogger('silent') });
    const stream = (lastEventId: number) => {
      const got: number[] = [];
      const client = { playerId: alice, lastEventId, sendToAll: () => {} };
      return { got, join: () => hub.join({ ...client, send: ({ id }) => void got.push(id) }) };
    };
    const [recent, late] = [stream(first), stream(first - 1)];
    onRead = () => {
      onRead = () => {};
      late.join();
    };
    recent.join();
    await vi.waitFor(() => expect(late.got).toContain(second));
    expect(recent.got).toEqual([second]);
    expect(late.got).toEqual([first, second]);
    hub.close();
  });
});
