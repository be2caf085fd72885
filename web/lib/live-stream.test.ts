import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdLiveStream, type LiveEvent, type StreamDeps } from './live-stream.ts';

/** A server whose connections the test writes to and ends. */
function fakeServer() {
  const connections: {
    lastEventId: string | null;
    token: string | null;
    write(text: string): void;
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
      write: (text) => void writer.write(new TextEncoder().encode(text)).catch(() => {}),
      end: () => void writer.close().catch(() => {}),
    });
    // As fetch does: an abort breaks the body.
    init.signal?.addEventListener('abort', () => void writer.abort().catch(() => {}));
    return new Response(readable, { status: 200 });
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
  });

  it('reads events, also in pieces, and ignores what it does not know', async () => {
    hold();
    await connected(1);
    const [first] = server.connections;
    expect(first).toMatchObject({ token: 'Bearer secret', lastEventId: null });
    first?.write('id: 4\nevent: ready\ndata: {}\n\nid: 5\nevent: attempt\nda');
    first?.write(
      'ta: {"attemptId":"a","status":"SUCCESS"}\n\n: still here\n\nid: 6\nevent: news\ndata: 1\n\n',
    );
    await vi.waitFor(() => expect(places).toEqual(['4', '5', '6']));
    expect(events).toEqual([{ id: '5', name: 'attempt', data: { attemptId: 'a', status: 'SUCCESS' } }]);
  });

  it('takes what goes to everybody, which has no id and changes no place', async () => {
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

  it('takes a server that does not say how long it was quiet for one that was not', async () => {
    hold();
    await connected(1);
    server.connections[0]?.write('id: 41\nevent: ready\ndata: {}\n\n');
    await vi.waitFor(() => expect(states).toEqual(['open 0']));
  });

  it('passes on that something may have been missed while the stream stayed open', async () => {
    hold();
    await connected(1);
    server.connections[0]?.write(
      'id: 41\nevent: ready\ndata: {"quietMs":90}\n\nevent: ready\ndata: {"quietMs":0}\n\n',
    );
    await vi.waitFor(() => expect(states).toEqual(['open 90', 'open 0']));
    expect(places).toEqual(['41']);
  });

  it('resumes after the last event when the stream ends, and says that it is open again', async () => {
    hold();
    await connected(1);
    server.connections[0]?.write('id: 41\nevent: ready\ndata: {"quietMs":90}\n\n');
    await vi.waitFor(() => expect(places).toEqual(['41']));
    server.connections[0]?.end();
    await connected(2);
    expect(server.connections[1]?.lastEventId).toBe('41');
    expect(states).toEqual(['open 90', 'lost', 'open 0']);
  });

  it('takes over where another tab stopped', async () => {
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

  it('ends when the session is refused', async () => {
    server.refuse(401);
    hold();
    await holding;
    expect(server.connections).toHaveLength(0);
    expect(states).toEqual(['lost']);
  });
});
