// SPDX-License-Identifier: Apache-2.0

/**
 * Live updates for the signed-in player. All tabs of a browser share one connection: the tab with the Web Lock reads
 * the stream and passes events to the others over a BroadcastChannel. When it closes, another tab takes over where it
 * stopped. Without a reading tab, or while it is asleep, each tab polls.
 */
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { livePath } from '../../contract/live.ts';
import { apiBase } from './api.ts';
import { applyLiveEvent } from './apply-live-event.ts';
import { isUseUnreported } from './attendance.ts';
import { noteAnswer, readConnection, subscribeToConnection, waitForServer } from './connection.ts';
import { holdLiveStream, type LiveEvent } from './live-stream.ts';
import { whenShownAgain } from './page-restored.ts';
import { keys } from './query.ts';
import { catchUp, readFailedAgain } from './read-again.ts';
import { readToken } from './session.ts';
import { createQuiet, getSinceLoadMs } from './stream-silence.ts';

const pollMs = 30_000;
const spreadMs = 2_000;
const commitsWithinMs = 15_000;
const takenOverWithinMs = 5_000;

type Message =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'place'; id: string }
  /** `isNew` is false if the reading tab only answers another tab's question. `quietMs`: how long no event has come. */
  | { kind: 'open'; isNew: boolean; quietMs: number }
  | { kind: 'lost' }
  | { kind: 'is anybody reading?' };

/** Keeps the query cache up to date while mounted with a token. */
export function useLiveUpdates(queryClient: QueryClient, token: string | null): void {
  useEffect(() => (token ? shareLive(queryClient, token) : undefined), [queryClient, token]);
}

interface Shared {
  queryClient: QueryClient;
  token: string;
  users: number;
  stop: () => void;
}
let shared: Shared | undefined;

/**
 * During navigation between frames of the app the stream stays open; the next frame takes it over once its code has
 * loaded.
 */
function shareLive(queryClient: QueryClient, token: string): () => void {
  if (shared?.queryClient !== queryClient || shared.token !== token) {
    shared?.stop();
    shared = { queryClient, token, users: 0, stop: liveWhileShown(queryClient, token) };
  }
  const joined = shared;
  joined.users += 1;
  const end = () => {
    if (joined.users > 0 || shared !== joined) return;
    shared = undefined;
    joined.stop();
  };
  return () => {
    joined.users -= 1;
    if (token === readToken()) setTimeout(end, takenOverWithinMs);
    else end();
  };
}

/**
 * Releases the stream, lock and channel when the page is left, because browsers don't keep pages with open ones for the
 * Back button. When the page is shown again, it starts over and fetches what it missed.
 */
function liveWhileShown(queryClient: QueryClient, token: string): () => void {
  let stop = startLive(queryClient, token);
  const leave = () => stop();
  window.addEventListener('pagehide', leave);
  const leaveShown = whenShownAgain(() => {
    stop = startLive(queryClient, token);
    catchUp(queryClient, 0);
  });
  return () => {
    window.removeEventListener('pagehide', leave);
    leaveShown();
    stop();
  };
}

/** Listens, and reads the stream if no other tab does. Returns a function that stops both. */
export function startLive(queryClient: QueryClient, token: string): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const name = `finalring-live:${token.slice(-12)}`;
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined;
  let isLive = false;
  let isReader = false;
  let hasBeenOpen = false;
  /** Set while the reading tab hasn't answered whether it is awake. */
  let isAsked = false;
  let lastEventId: string | undefined;
  const quiet = createQuiet();

  function take(message: Message): void {
    if (message.kind !== 'is anybody reading?') isAsked = false;
    if (message.kind === 'event') {
      quiet.begin();
      applyLiveEvent(queryClient, message.event, token);
    } else if (message.kind === 'place') lastEventId = message.id;
    else if (message.kind === 'lost') isLive = false;
    else if (message.kind === 'open') {
      // A reading tab that only says it is open hasn't heard from the server just now.
      if (message.isNew || !isLive) noteAnswer(true);
      isLive = true;
      if (message.isNew) quiet.begin(message.quietMs);
      // The margin is needed because events on a new stream are dated before their transaction commits.
      const isMissed = message.quietMs < getSinceLoadMs() + (message.isNew ? commitsWithinMs : 0);
      // A tab that starts listening while another reads may have missed events since its page began to load.
      const isFirst = message.isNew || !hasBeenOpen;
      if (isFirst && isMissed) catchUp(queryClient, hasBeenOpen ? spreadMs : 0);
      else if (message.isNew) readFailedAgain(queryClient);
      hasBeenOpen = true;
    } else if (isReader && isLive) {
      channel?.postMessage({ kind: 'open', isNew: false, quietMs: quiet.ms } satisfies Message);
    }
  }
  function tell(message: Message): void {
    take(message);
    channel?.postMessage(message);
  }
  const askReader = () => channel?.postMessage({ kind: 'is anybody reading?' } satisfies Message);
  function poll(): void {
    if (document.visibilityState !== 'visible') return;
    // Phones suspend hidden tabs: a suspended reading tab keeps its lock but sends nothing.
    if (isAsked && !isReader) isLive = false;
    if (!isLive) refreshAll(queryClient);
    else if (isUseUnreported()) void queryClient.invalidateQueries({ queryKey: keys.profile });
    isAsked = !isReader;
    if (isAsked) askReader();
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<Message>) => take(data);
    askReader();
  }
  const polling = setInterval(poll, pollMs);
  const leaveConnection = whenBackOnline(() => catchUp(queryClient, spreadMs));

  async function read(): Promise<void> {
    isReader = true;
    await readStream(token, signal, lastEventId, tell);
    isReader = false;
  }
  // Web Locks need a secure context. Without them each tab reads the stream itself.
  if (channel && navigator.locks) {
    navigator.locks.request(name, { signal }, read).catch(() => {});
  } else {
    void read();
  }

  return () => {
    if (isReader) channel?.postMessage({ kind: 'lost' } satisfies Message);
    stopping.abort();
    clearInterval(polling);
    leaveConnection();
    channel?.close();
  };
}

function readStream(
  token: string,
  signal: AbortSignal,
  lastEventId: string | undefined,
  tell: (message: Message) => void,
): Promise<void> {
  return holdLiveStream({
    url: `${apiBase}${livePath}`,
    token,
    signal,
    fetch: fetchAndAsk,
    wait,
    random: Math.random,
    lastEventId,
    onPlace: (id) => tell({ kind: 'place', id }),
    onEvent: (event) => tell({ kind: 'event', event }),
    onOpen: (quietMs) => tell({ kind: 'open', isNew: true, quietMs }),
    onLost: () => tell({ kind: 'lost' }),
  });
}

/** If the stream can't be opened at all, checks whether the whole server is away. */
async function fetchAndAsk(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  try {
    return await window.fetch(url, init);
  } catch (error) {
    if (!init?.signal?.aborted) void waitForServer();
    throw error;
  }
}

function refreshAll(queryClient: QueryClient): void {
  for (const queryKey of Object.values(keys)) void queryClient.invalidateQueries({ queryKey });
}

/** Calls `onBack` each time the connection returns. */
function whenBackOnline(onBack: () => void): () => void {
  let before = readConnection();
  return subscribeToConnection(() => {
    const isBack = before !== 'online' && readConnection() === 'online';
    before = readConnection();
    if (isBack) onBack();
  });
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      leaveConnection();
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    // Once the server answers again, the stream needn't wait any longer.
    const leaveConnection = whenBackOnline(done);
  });
}
