// SPDX-License-Identifier: Apache-2.0

/**
 * Sessions that this browser has left but the server hasn't ended yet. Kept in local storage, where their tokens were
 * anyway, so that a lost connection or a closed tab only delays the end. The next page of the app continues.
 */
import { useSyncExternalStore } from 'react';
import { deviceStorage } from './device-storage.ts';

export const leftSessionsKey = 'leftSessions';
/** The path from contract/accounts.ts, whose schemas visitors' pages don't load. */
export const logoutPath = '/api/v1/auth/logout';
const firstDelayMs = 2_000;
const maxDelayMs = 60_000;
const answersWithinMs = 10_000;

const underway = new Set<string>();
/** Sessions that a first try didn't end. */
const late = new Set<string>();
const listeners = new Set<() => void>();

function readTokens(): string[] {
  return deviceStorage.getItem(leftSessionsKey)?.split(' ') ?? [];
}

/** Returns false if they couldn't be stored. */
function keepTokens(tokens: readonly string[]): boolean {
  if (tokens.length > 0) return deviceStorage.setItem(leftSessionsKey, tokens.join(' '));
  deviceStorage.removeItem(leftSessionsKey);
  return true;
}

/** Ends a session on the server, however long that takes. The request outlives its page. */
export function endOnServer(token: string): void {
  if (keepTokens([...readTokens().filter((one) => one !== token), token])) void endAtLast(token);
  else void isEnded(token);
}

/** Continues what earlier pages couldn't finish. */
export function resumeSessionEnds(): void {
  for (const token of readTokens()) void endAtLast(token);
}

async function endAtLast(token: string): Promise<void> {
  if (underway.has(token)) return;
  underway.add(token);
  for (let failures = 0; readTokens().includes(token); failures += 1) {
    if (await isEnded(token)) keepTokens(readTokens().filter((one) => one !== token));
    else {
      tell(() => late.add(token));
      await pause(Math.min(maxDelayMs, firstDelayMs * 2 ** failures));
    }
  }
  underway.delete(token);
  tell(() => late.delete(token));
}

/**
 * If the server refuses the token, its session has already ended. The sign-in page of a network isn't JSON, so it
 * doesn't count as an answer.
 */
async function isEnded(token: string): Promise<boolean> {
  try {
    const response = await fetch(logoutPath, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      keepalive: true,
      signal: AbortSignal.timeout(answersWithinMs),
    });
    await response.json();
    return response.ok || response.status === 401;
  } catch {
    return false;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    globalThis.addEventListener?.('online', done);
  });
}

function tell(change: () => void): void {
  change();
  for (const listener of listeners) listener();
}

/** True if a session left here hasn't been ended on the server after a first try. */
export function useIsSessionLeft(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => late.size > 0 && readTokens().length > 0,
    () => false,
  );
}
