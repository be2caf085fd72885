import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fastify, { type FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { endUnusedConnectionsAtClose } from '../http/unused-connections.ts';
import { createListener, type Listener } from '../listen.ts';
import { createLogger } from '../log.ts';
import { createLiveHub, type LiveHub } from './hub.ts';
import { publishLive } from './publish.ts';
import { liveRoutes } from './routes.ts';

const alice = '0190a0a0-0000-7000-8000-00000000000a';
const bob = '0190a0a0-0000-7000-8000-00000000000b';

describe('live updates', () => {
  let test: TestDatabase;
  let db: Database;
  let listener: Listener;
  let hub: LiveHub;
  let app: FastifyInstance;
  let url: string;
  const tokens = new Map([
    ['alice', alice],
    ['bob', bob],
  ]);

  beforeAll(async () => {
    test = await createTestDatabase();
    db = openDatabase(test.url);
    const log = createLogger('silent');
    listener = await createListener(test.url, log);
    hub = createLiveHub({ db, listener, log });
    app = fastify();
    endUnusedConnectionsAtClose(app);
    liveRoutes(app, {
      hub,
      listener,
      authenticate: async (token) => {
        const id = tokens.get(token);
        return id ? { id, sessionId: id, role: 'USER', permissions: new Set() } : undefined;
      },
    });
    url = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await app.close();
    await listener.close();
    await db.close();
    await test.drop();
  });

  const tell = (playerId: string, status: string) =>
    db.transaction((tx) => publishLive(tx, playerId, 'attempt', { attemptId: 'a', status }));

  async function open(token: string, lastEventId?: string) {
    const controller = new AbortController();
    const response = await fetch(`${url}/live`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      signal: controller.signal,
    });
    const seen: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (event) => seen.push(event) });
    let ended = false;
    const reading = (async () => {
      for await (const chunk of response.body ?? []) parser.feed(Buffer.from(chunk).toString());
      ended = true;
    })().catch(() => {});
    return {
      status: response.status,
      seen,
      ended: () => ended,
      statuses: () =>
        seen.filter((event) => event.event === 'attempt').map((event) => JSON.parse(event.data).status),
      close: async () => {
        controller.abort();
        await reading;
      },
    };
  }

  it('begins with a place to resume from, then tells what happens to this player only', async () => {
    const stream = await open('alice');
    await vi.waitFor(() => expect(stream.seen[0]?.event).toBe('ready'));
    await tell(bob, 'SUCCESS');
    await tell(alice, 'PENDING');
    await tell(alice, 'FAILED');
    await vi.waitFor(() => expect(stream.statuses()).toEqual(['PENDING', 'FAILED']));
    await stream.close();
  });

  it('sends what was missed after Last-Event-ID, once and in order', async () => {
    const first = await open('alice');
    await vi.waitFor(() => expect(first.seen).toHaveLength(1));
    const resumeFrom = first.seen[0]?.id;
    await first.close();
    for (const status of ['PENDING', 'IN_PROGRESS', 'SUCCESS']) await tell(alice, status);
    const second = await open('alice', resumeFrom);
    await vi.waitFor(() => expect(second.statuses()).toEqual(['PENDING', 'IN_PROGRESS', 'SUCCESS']));
    await tell(alice, 'CANCELLED');
    await vi.waitFor(() => expect(second.statuses()).toHaveLength(4));
    await second.close();
  });

  it('loses nothing when many transactions tell one player at once', async () => {
    const stream = await open('bob');
    await vi.waitFor(() => expect(stream.seen).toHaveLength(1));
    await Promise.all(Array.from({ length: 60 }, (_, index) => tell(bob, `S${index}`)));
    await vi.waitFor(() => expect(new Set(stream.statuses()).size).toBe(60));
    const ids = stream.seen.map((event) => Number(event.id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    await stream.close();
  });

  it('says nothing of what was rolled back', async () => {
    const stream = await open('alice');
    await vi.waitFor(() => expect(stream.seen).toHaveLength(1));
    await db
      .transaction(async (tx) => {
        await publishLive(tx, alice, 'attempt', { attemptId: 'a', status: 'GHOST' });
        throw new Error('no');
      })
      .catch(() => {});
    await tell(alice, 'REAL');
    await vi.waitFor(() => expect(stream.statuses()).toEqual(['REAL']));
    await stream.close();
  });

  it('goes on after its listening connection was cut', async () => {
    const stream = await open('alice');
    await vi.waitFor(() => expect(stream.seen).toHaveLength(1));
    await db.rows(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`);
    await vi.waitFor(() => expect(listener.connected).toBe(false));
    await tell(alice, 'MEANWHILE');
    await vi.waitFor(() => expect(stream.statuses()).toEqual(['MEANWHILE']), { timeout: 5_000 });
    await stream.close();
  });

  it('refuses a caller without a session, and ends the stream of a session that ended', async () => {
    expect((await open('nobody')).status).toBe(401);
    tokens.set('carol', alice);
    const stream = await open('carol');
    await vi.waitFor(() => expect(stream.seen).toHaveLength(1));
    tokens.delete('carol');
    await db.run(sql`select pg_notify('sessions', ${alice})`);
    await vi.waitFor(() => expect(stream.seen.at(-1)?.event).toBe('signedOut'));
    await vi.waitFor(() => expect(stream.ended()).toBe(true));
    await vi.waitFor(() => expect(hub.size).toBe(0));
  });
});
