// SPDX-License-Identifier: Apache-2.0

/** Whether the server can be reached, as far as this page can tell. */
import { useSyncExternalStore } from 'react';

export type Connection = 'online' | 'offline' | 'unreachable';

const firstDelayMs = 1_000;
const maxDelayMs = 10_000;
const answerWithinMs = 10_000;

/** Whether the last request got no answer, or one that the service worker had kept. */
export let isUnanswered = false;
let lastKnownAt: string | undefined;
const listeners = new Set<() => void>();

/** The API client and the live stream report here whether the server answered; a refusal is an answer. */
export function noteAnswer(isAnswered: boolean): void {
  if (isUnanswered === !isAnswered) return;
  isUnanswered = !isAnswered;
  if (isAnswered) lastKnownAt = undefined;
  for (const listener of listeners) listener();
}

/** The server didn't answer, so the service worker answered from its cache, with data from `at` (ISO 8601). */
export function noteLastKnown(at: string): void {
  if (lastKnownAt !== undefined && lastKnownAt <= at && isUnanswered) return;
  if (lastKnownAt === undefined || at < lastKnownAt) lastKnownAt = at;
  isUnanswered = true;
  for (const listener of listeners) listener();
}

/** The time of the oldest data on the screen, ISO 8601; undefined while the server answers. */
export function useLastKnownAt(): string | undefined {
  return useSyncExternalStore(
    subscribeToConnection,
    () => lastKnownAt,
    () => undefined,
  );
}

let asking: Promise<boolean> | undefined;

/**
 * Resolves once the server answers: to false if it does so immediately, to true if it was away. Until then it asks less
 * and less often, with jitter between clients. All waiting callers share the same requests.
 */
export function waitForServer(): Promise<boolean> {
  asking ??= askUntilAnswered().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function askUntilAnswered(): Promise<boolean> {
  for (let failures = 0; ; failures += 1) {
    const isThere = await isAnswering();
    noteAnswer(isThere);
    if (isThere) return failures > 0;
    const delay = Math.min(maxDelayMs, firstDelayMs * 2 ** failures);
    await pause(delay * (0.5 + Math.random() / 2));
  }
}

/** Status 502 to 504 means that a gateway can't reach the server. */
async function isAnswering(): Promise<boolean> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), answerWithinMs);
  try {
    const { status } = await fetch('/api/v1/config', { cache: 'no-store', signal: late.signal });
    return status < 502 || status > 504;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Waits `ms`, or until the network returns. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
  });
}

export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener);
  for (const event of ['online', 'offline']) window.addEventListener(event, listener);
  return () => {
    listeners.delete(listener);
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener);
  };
}

export function readConnection(): Connection {
  // The only thing browsers know for certain is that there is no network.
  if (navigator.onLine === false) return 'offline';
  return isUnanswered ? 'unreachable' : 'online';
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribeToConnection, readConnection, () => 'online');
}
