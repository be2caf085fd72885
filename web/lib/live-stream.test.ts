// SPDX-License-Identifier: Apache-2.0

import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdLiveStream, type LiveEvent, type StreamDeps } from './live-stream.ts';

const asPage = { headers: { 'content-type': 'text/html' } };
const asStream = { headers: { 'content-type': 'text/event-stream; charset=utf-8' } };

/** A server whose connections the test controls. */
function fakeServer() {
  const connections: {
    lastEventId: string | null;
    token: string | null;
    write(text: string | Uint8Array): void;
    end(): void;
  }[] = [];
  let refusal: number | undefined;
  const fetched = vi.fn(async (_url: unknown, init: RequestInit = {}) => {
    if (refusal !== undefined) return new Response('{}', { status: refusal });
    const headers = new Headers(init.headers);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    connections.push({
      lastEventId: headers.get('last-event-id'),
      token: headers.get('authorization'),
      write: (text) => {
        const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
        void writer.write(bytes).catch(() => {});
      },
      end: () => void writer.close().catch(() => {}),
    });
    // Like fetch, where an abort breaks the body.
    init.signal?.addEventListener('abort', () => void writer.abort().catch(() => {}));
    return new Response(readable, asStream);
  });
  return {
    connections,
    fetched,
    refuse(status: number | undefined) {
      refusal = status;
    },
  };
}

describe('holdLiveStream', () => {
  const server = fakeServer();
  const events: LiveEvent[] = [];
  const places: string[] = [];
  const states: string[] = [];
  const delays: number[] = [];
  let stop: AbortController;
  let holding: Promise<void>;

  function hold(changes: Partial<StreamDeps> = {}) {
    holding = holdLiveStream({
      url: '/live',
      token: 'secret',
      signal: stop.signal,
      fetch: server.fetched as unknown as typeof fetch,
      wait: async (ms) => void delays.push(ms),
      random: () => 1,
      onEvent: (event) => events.push(event),
      onPlace: (id) => places.push(id),
      onOpen: (quietMs) => states.push(`open ${quietMs}`),
      onLost: () => states.push('lost'),
      ...changes,
    });
  }
  const connected = (count: number) => vi.waitFor(() => expect(server.connections).toHaveLength(count));

  beforeEach(() => {
    stop = new AbortController();
    server.refuse(undefined);
    server.connections.length = 0;
    for (const list of [events, places, states, delays]) list.length = 0;
  });
  afterEach(async () => {
    stop.abort();
    await holding;
    vi.useRealTimers();
  });

  it('reads events, also in pieces, and ignores unknown lines', async () => {
    hold();
    await connected(1);
    const [first] = server.connections;
    expect(first).toMatchObject({ token: 'Bearer secret', lastEventId: null });
    expect(server.fetched).toHaveBeenLastCalledWith('/live', {
      headers: { authorization: 'Bearer secret', accept: 'text/event-stream' },
      cache: 'no-store',
      signal: expect.any(AbortSignal),
    });
    first?.write('id: 4\nevent: ready\ndata: {}\n\nid: 5\nevent: attempt\nda');
    first?.write(
      'ta: {"attemptId":"a","status":"SUCCESS"}\n\n: still here\n\nid: 6\nevent: news\ndata: 1\n\n',
    );
    await vi.waitFor(() => expect(places).toEqual(['4', '5', '6']));
    expect(events).toEqual([{ id: '5', name: 'attempt', data: { attemptId: 'a', status: 'SUCCESS' } }]);
  });

  it('reads a character split into two pieces', async () => {
    hold();
    await connected(1);
    const bytes = new TextEncoder().encode('event: attempt\ndata: {"of":"Zoë"}\n\n');
    const middle = bytes.indexOf(0xc3) + 1;
    server.connections[0]?.write(bytes.slice(0, middle));
    server.connections[0]?.write(bytes.slice(middle));
    await vi.waitFor(() => expect(events).toEqual([{ id: '', name: 'attempt', data: { of: 'Zoë' } }]));
  });

  it('reads events for everyone, which have no id and do not change its position', async () => {
    hold();
    await connected(1);
    server.connections[0]?.write(
      'id: 4\nevent: ready\ndata: {}\n\nevent: giveaway\ndata: {"giveawayId":"g","participants":3,"isCompleted":false}\n\n',
    );
    await vi.waitFor(() => expect(events).toHaveLength(1));
    expect(events).toEqual([
      { id: '', name: 'giveaway', data: { giveawayId: 'g', participants: 3, isCompleted: false } },
    ]);
    expect(places).toEqual(['4']);
    server.connections[0]?.end();
    await connected(2);
    expect(server.connections[1]?.lastEventId).toBe('4');
  });

  it('assumes no quiet time when the server states none', async () => {
    hold();
    await connected(1);
    server.connections[0]?.write('id: 41\nevent: ready\ndata: {}\n\n');
    await vi.waitFor(() => expect(states).toEqual(['open 0']));
  });

  it('reports that something may have been missed while the stream stayed open', async () => {
    hold();
    await connected(1);
    server.connections[0]?.write(
      'id: 41\nevent: ready\ndata: {"quietMs":90}\n\nevent: ready\ndata: {"quietMs":0}\n\n',
    );
    await vi.waitFor(() => expect(states).toEqual(['open 90', 'open 0']));
    expect(places).toEqual(['41']);
  });

  it('resumes after the last event when the stream ends, and reports that it is open again', async () => {
    hold();
    await connected(1);
    server.connections[0]?.write('id: 41\nevent: ready\ndata: {"quietMs":90}\n\n');
    await vi.waitFor(() => expect(places).toEqual(['41']));
    server.connections[0]?.end();
    await connected(2);
    expect(server.connections[1]?.lastEventId).toBe('41');
    expect(states).toEqual(['open 90', 'lost', 'open 0']);
  });

  it('resumes from the position of another tab', async () => {
    hold({ lastEventId: '7' });
    await connected(1);
    expect(server.connections[0]?.lastEventId).toBe('7');
    expect(states).toEqual(['open 0']);
  });

  it('waits longer after each failure, at most 10 s, and starts over once connected', async () => {
    server.refuse(503);
    hold({
      wait: async (ms) => {
        delays.push(ms);
        if (delays.length === 7) server.refuse(undefined);
      },
    });
    await connected(1);
    expect(delays).toEqual([2_000, 4_000, 8_000, 10_000, 10_000, 10_000, 10_000]);
    server.connections[0]?.end();
    await connected(2);
    expect(delays.at(-1)).toBe(1_000);
  });

  it('reconnects at varied moments, after at least half of the delay', async () => {
    server.refuse(503);
    const waits = vi.fn(async (ms: number) => {
      delays.push(ms);
      if (delays.length === 2) server.refuse(undefined);
    });
    hold({ wait: waits, random: () => 0 });
    await connected(1);
    expect(delays).toEqual([1_000, 2_000]);
    expect(waits).toHaveBeenLastCalledWith(2_000, stop.signal);
  });

  it.each([
    ['does not come', () => Promise.reject(new TypeError('network')), 2_000],
    ['has no body', async () => new Response(null, asStream), 2_000],
    ['is a page from the network', async () => new Response('<html>', asPage), 2_000],
    [
      'breaks off',
      async () => new Response(new ReadableStream({ pull: (to) => to.error('broken') }), asStream),
      1_000,
    ],
  ])('reconnects when the answer %s', async (_what, answer, delay) => {
    const wait = async (ms: number) => {
      delays.push(ms);
      stop.abort();
    };
    hold({ fetch: vi.fn(answer) as unknown as typeof fetch, wait });
    await holding;
    expect([states, delays]).toEqual([['lost'], [delay]]);
  });

  it.each([
    'balance',
    'attempt',
    'purchase',
    'payment',
    'profile',
    'notification',
    'notificationsRead',
    'dataExport',
    'signedOut',
    'events',
    'giveaway',
    'leaderboard',
  ])('recognizes the event %s', async (name) => {
    hold();
    await connected(1);
    server.connections[0]?.write(`event: ${name}\ndata: {"told":1}\n\ndata: {}\n\n`);
    await vi.waitFor(() => expect(events).toEqual([{ id: '', name, data: { told: 1 } }]));
    expect(states).toEqual([]);
  });

  it('treats a minute of silence as a dead connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    hold();
    await vi.advanceTimersByTimeAsync(0);
    await vi.advanceTimersByTimeAsync(59_000);
    server.connections[0]?.write(': still here\n\n');
    await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(states).toEqual([]);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await new Promise(setImmediate);
    expect([server.connections.length, states]).toEqual([2, ['lost']]);
    stop.abort();
    await holding;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stops silently, and leaves nothing behind', async () => {
    hold();
    await connected(1);
    const signal = server.fetched.mock.lastCall?.[1]?.signal;
    expect([signal?.aborted, getEventListeners(stop.signal, 'abort').length]).toEqual([false, 1]);
    stop.abort();
    await holding;
    expect([signal?.aborted, states, delays]).toEqual([true, [], []]);
  });

  it('ends when the session is refused', async () => {
    server.refuse(401);
    hold();
    await holding;
    expect(server.connections).toHaveLength(0);
    expect(states).toEqual(['lost']);
    expect(server.fetched.mock.lastCall?.[1]?.signal?.aborted).toBe(true);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });
});
