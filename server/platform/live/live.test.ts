// SPDX-License-Identifier: Apache-2.0

import { once } from 'node:events';
import { connect } from 'node:net';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fastify, { type FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { patient } from '../../../tests/support/patience.ts';
import { endConnectionsWithLastAnswer, endUnusedConnectionsAtClose } from '../http/unused-connections.ts';
import { createListener, type Listener } from '../listen.ts';
import { createLogger } from '../log.ts';
import { createLiveHub, type LiveHub } from './hub.ts';
import { publishLive } from './publish.ts';
import { liveRoutes } from './routes.ts';

const alice = '0190a0a0-0000-7000-8000-00000000000a';
const bob = '0190a0a0-0000-7000-8000-00000000000b';

describe('live updates', () => {
  const db = openTestDatabase();
  let listener: Listener;
  let hub: LiveHub;
  let app: FastifyInstance;
  let url: string;
  const tokens = new Map([
    ['alice', alice],
    ['bob', bob],
  ]);
  /** The number of streams whose sessions were looked up together, for each lookup. */
  const lookedUp: number[] = [];
  const closing = Promise.withResolvers<void>();
  /** Runs before a token is resolved to its player: tests make it wait or fail. */
  let gate: () => Promise<void> = async () => {};

  beforeAll(async () => {
    const log = createLogger('silent');
    listener = await createListener(db.url, log);
    hub = createLiveHub({ db, listener, log });
    app = fastify();
    endUnusedConnectionsAtClose(app);
    endConnectionsWithLastAnswer(app);
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('x-content-type-options', 'nosniff');
    });
    liveRoutes(app, {
      hub,
      listener,
      authenticate: async (token) => {
        await gate();
        const id = tokens.get(token);
        const secondFactor = { isEnrolled: false, confirmedAt: null };
        const [permissions, held] = [new Set<never>(), new Set<never>()];
        return id ? { id, sessionId: id, role: 'USER', permissions, held, secondFactor } : undefined;
      },
      findSignedIn: async (asked) => {
        lookedUp.push(asked.length);
        await gate();
        return new Set(asked.filter((token) => tokens.has(token)));
      },
    });
    app.addHook('preClose', async () => closing.resolve());
    url = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await app.close();
    await listener.close();
  });

  const tell = (playerId: string, status: string) =>
    db.transaction((tx) => publishLive(tx, playerId, 'attempt', { attemptId: 'a', status }));

  /** Ends the listening connection, and waits until it is gone: a moment later a new one opens. */
  const cutListening = () =>
    db.rows(sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name = 'finalring listener'`);

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
      headers: response.headers,
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

  it("start with a position to resume from, then send only this player's events", async () => {
    const stream = await open('alice');
    await vi.waitFor(() => expect(stream.seen[0]?.event).toBe('ready'));
    await tell(bob, 'SUCCESS');
    await tell(alice, 'PENDING');
    await tell(alice, 'FAILED');
    await vi.waitFor(() => expect(stream.statuses()).toEqual(['PENDING', 'FAILED']));
    await stream.close();
  });

  it('send missed events after Last-Event-ID once and in order', async () => {
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

  it('start over for a page that is ahead of a restored database', async () => {
    const before = await open('alice');
    await vi.waitFor(() => expect(before.seen).toHaveLength(1));
    await before.close();
    const [{ id } = { id: '' }] = before.seen;
    const stream = await open('alice', String(Number(id) + 1_000));
    await vi.waitFor(() => expect(stream.seen[0]).toMatchObject({ event: 'ready', id }));
    await tell(alice, 'PENDING');
    await vi.waitFor(() => expect(stream.statuses()).toEqual(['PENDING']));
    await stream.close();
  });

  it('lose nothing when many transactions notify one player concurrently', { tags: ['long'] }, async () => {
    const stream = await open('bob');
    await vi.waitFor(() => expect(stream.seen).toHaveLength(1));
    await Promise.all(Array.from({ length: 30 }, (_, index) => tell(bob, `S${index}`)));
    await vi.waitFor(() => expect(new Set(stream.statuses()).size).toBe(30));
    const ids = stream.seen.map((event) => Number(event.id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    await stream.close();
  });

  it('send nothing from a rolled back transaction', async () => {
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

  it('continue after the listening connection broke', async () => {
    const stream = await open('alice');
    await vi.waitFor(() => expect(stream.seen).toHaveLength(1));
    await cutListening();
    await tell(alice, 'MEANWHILE');
    await vi.waitFor(() => expect(stream.statuses()).toEqual(['MEANWHILE']));
    // Missed broadcasts are in no log, so pages must fetch again.
    const again = () => stream.seen.slice(1).filter(({ event }) => event === 'ready');
    await vi.waitFor(() =>
      expect(again()).toEqual([{ id: undefined, event: 'ready', data: '{"quietMs":0}' }]),
    );
    await stream.close();
  });

  it('require a session, and end when it ends', async () => {
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

  it('end when the session ended while disconnected', async () => {
    tokens.set('dave', bob);
    const stream = await open('dave');
    await vi.waitFor(() => expect(stream.seen).toHaveLength(1));
    tokens.delete('dave');
    await cutListening();
    await vi.waitFor(() => expect(stream.ended()).toBe(true));
    expect(stream.seen.at(-1)?.event).toBe('signedOut');
  });

  it('check all sessions in one query after a reconnect', async () => {
    const streams = await Promise.all(['alice', 'bob', 'alice', 'bob', 'alice'].map((token) => open(token)));
    await vi.waitFor(() => expect(streams.map(({ seen }) => seen.length)).toEqual([1, 1, 1, 1, 1]));
    lookedUp.length = 0;
    await cutListening();
    await vi.waitFor(() => expect(lookedUp).toEqual([5]));
    expect(streams.map(({ ended }) => ended())).toEqual([false, false, false, false, false]);
    for (const stream of streams) await stream.close();
    await vi.waitFor(() => expect(hub.size).toBe(0));
  });

  it('close the stream for a retry when its session cannot be looked up', async () => {
    const stream = await open('bob');
    await vi.waitFor(() => expect(stream.seen).toHaveLength(1));
    gate = () => Promise.reject(new Error('no database'));
    await db.run(sql`select pg_notify('sessions', ${bob})`);
    await vi.waitFor(() => expect(stream.ended()).toBe(true));
    gate = async () => {};
    expect(stream.seen.at(-1)?.event).toBe('ready');
  });

  /** The next lookup of a session waits until the test lets it continue. */
  function holdNextLookUp(): { asked: Promise<void>; letIn: () => void } {
    const [asked, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    gate = () => {
      gate = async () => {};
      asked.resolve();
      return opened.promise;
    };
    return { asked: asked.promise, letIn: opened.resolve };
  }

  it('keep nothing of a caller who left before the stream began', async () => {
    const { asked, letIn } = holdNextLookUp();
    const connected = once(app.server, 'connection');
    const caller = connect(Number(new URL(url).port), '127.0.0.1');
    caller.write('GET /live HTTP/1.1\r\nhost: x\r\nauthorization: Bearer alice\r\n\r\n');
    const [socket] = await connected;
    await asked;
    caller.destroy();
    await once(socket, 'close');
    letIn();
    const stream = await open('alice');
    await stream.close();
    await vi.waitFor(() => expect(hub.size).toBe(0));
  });

  it('end when the session ends while the stream starts', async () => {
    tokens.set('erin', bob);
    const { beginning } = hub;
    const ending = vi.spyOn(hub, 'beginning').mockImplementationOnce(async (playerId) => {
      tokens.delete('erin');
      const heard = Promise.withResolvers<void>();
      const stopListening = listener.on('sessions', () => heard.resolve());
      await db.run(sql`select pg_notify('sessions', ${bob})`);
      await heard.promise;
      stopListening();
      return beginning(playerId);
    });
    const stream = await open('erin');
    ending.mockRestore();
    await vi.waitFor(() => expect([stream.ended(), hub.size]).toEqual([true, 0]));
    expect(stream.seen.at(-1)?.event).toBe('signedOut');
  });

  it('keep at most eight streams per player, also under concurrency', async () => {
    const streams = await Promise.all(Array.from({ length: 12 }, () => open('alice')));
    await vi.waitFor(() => expect(streams.filter(({ ended }) => ended())).toHaveLength(4));
    expect(hub.size).toBe(8);
    for (const stream of streams) await stream.close();
  });

  it('include the common headers', async () => {
    const stream = await open('alice');
    expect(stream.headers.get('x-content-type-options')).toBe('nosniff');
    await stream.close();
  });

  it('refuse a HEAD request', async () => {
    const answer = await app.inject({
      method: 'HEAD',
      url: '/live',
      headers: { authorization: 'Bearer bob' },
    });
    expect(answer.statusCode).toBe(404);
  });

  it('start no stream while the server closes', { timeout: patient(10_000) }, async () => {
    const { asked, letIn } = holdNextLookUp();
    const late = open('alice');
    await asked;
    const closed = app.close();
    await closing.promise;
    letIn();
    expect((await late).status).toBe(503);
    await closed;
  });
});
