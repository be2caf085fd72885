// SPDX-License-Identifier: Apache-2.0

import { createParser } from 'eventsource-parser';
import type { LiveBroadcasts, LiveEvents, LiveReady } from '../../contract/live.ts';

type Told = LiveEvents & LiveBroadcasts;

/** An event of the stream; `id` is empty for broadcasts. */
export type LiveEvent = { [Name in keyof Told]: { id: string; name: Name; data: Told[Name] } }[keyof Told];

export interface StreamDeps {
  url: string;
  token: string;
  signal: AbortSignal;
  fetch: typeof fetch;
  /** Resolves after `ms`, or immediately when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  /** The event to resume after; undefined: only new events. */
  lastEventId?: string | undefined;
  /** `id`: the event to resume after later. */
  onPlace(id: string): void;
  onEvent(event: LiveEvent): void;
  /**
   * Called if events may have been missed. Without a place to resume from: anything sent recently, except within
   * `quietMs`. With one: broadcasts, which can't be resumed, and anything that couldn't be fetched meanwhile. Called
   * again on an open stream if the server itself may have missed broadcasts.
   */
  onOpen(quietMs: number): void;
  onLost(): void;
}

const firstDelayMs = 1_000;
const maxDelayMs = 10_000;
/** The server sends something every 25 s, so after this much silence the connection is dead. */
const silenceMs = 60_000;
const known = {
  balance: true,
  attempt: true,
  purchase: true,
  payment: true,
  profile: true,
  notification: true,
  notificationsRead: true,
  dataExport: true,
  signedOut: true,
  events: true,
  giveaway: true,
  leaderboard: true,
} satisfies Record<keyof Told, true>;

/**
 * Keeps one stream of `GET /live` open until the signal aborts or the session is refused. Waits longer after each
 * failure.
 */
export async function holdLiveStream(deps: StreamDeps): Promise<void> {
  let lastEventId = deps.lastEventId;
  let failures = 0;
  while (!deps.signal.aborted) {
    const outcome = await readOnce(deps, lastEventId, (id) => {
      lastEventId = id;
      deps.onPlace(id);
    });
    if (deps.signal.aborted) return;
    deps.onLost();
    if (outcome === 'refused') return;
    failures = outcome === 'ended' ? 0 : failures + 1;
    const delay = Math.min(maxDelayMs, firstDelayMs * 2 ** failures);
    // With jitter, so that clients don't all return to a restarted server at the same moment.
    await deps.wait(delay * (0.5 + deps.random() / 2), deps.signal);
  }
}

async function readOnce(
  deps: StreamDeps,
  lastEventId: string | undefined,
  onPlace: (id: string) => void,
): Promise<'ended' | 'failed' | 'refused'> {
  const connection = new AbortController();
  const stop = () => connection.abort();
  deps.signal.addEventListener('abort', stop);
  let silence = setTimeout(stop, silenceMs);
  let opened = false;
  try {
    const response = await deps.fetch(deps.url, {
      headers: {
        authorization: `Bearer ${deps.token}`,
        accept: 'text/event-stream',
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      cache: 'no-store',
      signal: connection.signal,
    });
    if (response.status === 401) return 'refused';
    // Some networks answer everything with their own page. That isn't a stream, and retrying soon wouldn't help.
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!response.ok || !response.body || !isStream) return 'failed';
    opened = true;
    if (lastEventId !== undefined) deps.onOpen(0);
    const parser = createParser({
      onId: onPlace,
      onEvent({ event, data, id }) {
        if (event === 'ready') deps.onOpen((JSON.parse(data) as Partial<LiveReady>).quietMs ?? 0);
        else if (event && Object.hasOwn(known, event)) {
          deps.onEvent({ id: id ?? '', name: event, data: JSON.parse(data) } as LiveEvent);
        }
      },
    });
    const text = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'ended';
      clearTimeout(silence);
      silence = setTimeout(stop, silenceMs);
      parser.feed(text.decode(value, { stream: true }));
    }
  } catch {
    return opened ? 'ended' : 'failed';
  } finally {
    clearTimeout(silence);
    connection.abort();
    deps.signal.removeEventListener('abort', stop);
  }
}
