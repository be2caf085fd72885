// SPDX-License-Identifier: Apache-2.0

import type { Attempt, AttemptStatus } from '../../../contract/challenges.ts';
import { attemptOwnerKey, latestAttemptKey, modalShownKey } from '../../lib/session.ts';
import { isActiveStatus } from './attempt-summary.ts';

/**
 * What the browser remembers about the running attempt (product specification, section 4.1): which attempt it waits for, and
 * for which one the result was already shown. Kept apart from React so that the rules can be read and tested as a table.
 */
export const recheckAfterMs = 1_800_000;

export interface MemoryStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): void;
}

export interface Observation {
  /** Status for the header banner; null clears it. */
  banner: AttemptStatus | null;
  /** The attempt whose result is to be shown now, at most once per attempt and browser. */
  result: Attempt | null;
}

/** Call it before anything else: what another player left here after their session ended is forgotten. */
export function claim(storage: MemoryStorage, playerId: string): void {
  const owner = storage.getItem(attemptOwnerKey);
  if (owner === playerId) return;
  if (owner !== null) for (const key of [latestAttemptKey, modalShownKey]) storage.removeItem(key);
  storage.setItem(attemptOwnerKey, playerId);
}

export function rememberStart(storage: MemoryStorage, attemptId: string): void {
  storage.setItem(latestAttemptKey, attemptId);
}

/**
 * Processes one status check. `attempts` is newest first; only the first one counts. A finished attempt is announced only in
 * a browser that waited for it: one in which the player merely signs in later shows no old results.
 */
export function observe(storage: MemoryStorage, attempts: readonly Attempt[]): Observation {
  const latest = attempts[0];
  if (!latest) return { banner: null, result: null };
  if (isActiveStatus(latest.status)) {
    storage.setItem(latestAttemptKey, latest._id);
    return { banner: latest.status, result: null };
  }
  const waitedFor = storage.getItem(latestAttemptKey);
  // Ids increase (UUIDv7): an attempt older than the awaited one was read before another tab started that one.
  if (waitedFor !== null && latest._id < waitedFor) return { banner: null, result: null };
  if (waitedFor === null || storage.getItem(modalShownKey) === latest._id) {
    storage.removeItem(latestAttemptKey);
    return { banner: null, result: null };
  }
  return { banner: null, result: latest };
}

/** Call once it is on the screen, not earlier: a reload in between, such as after a deploy, must not lose the result. */
export function rememberShown(storage: MemoryStorage, attemptId: string): void {
  storage.setItem(modalShownKey, attemptId);
  if (storage.getItem(latestAttemptKey) === attemptId) storage.removeItem(latestAttemptKey);
}
