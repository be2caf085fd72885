// SPDX-License-Identifier: Apache-2.0

import type { Attempt, AttemptStatus } from '../../../contract/challenges.ts';
import { latestAttemptKey, modalShownKey } from '../../lib/session.ts';
import { isActiveStatus } from './attempt-summary.ts';

/**
 * What the browser remembers about the running attempt (product specification, section 4.1): which attempt it
 * waits for, and for which one the result was shown already. Kept apart from React so that the rules can be read
 * and tested as a table.
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

export function rememberStart(storage: MemoryStorage, attemptId: string): void {
  storage.setItem(latestAttemptKey, attemptId);
}

/**
 * Takes in one status check. `attempts` is newest first; only the first one counts.
 * A finished attempt announces itself only in a browser that waited for it: a browser in which the player merely
 * signs in later shows no results of long ago.
 */
export function observe(storage: MemoryStorage, attempts: readonly Attempt[]): Observation {
  const latest = attempts[0];
  if (!latest) return { banner: null, result: null };
  if (isActiveStatus(latest.status)) {
    storage.setItem(latestAttemptKey, latest._id);
    return { banner: latest.status, result: null };
  }
  const waitedFor = storage.getItem(latestAttemptKey);
  // Ids count up (UUIDv7): what is older than the awaited attempt was read before another tab started that one.
  if (waitedFor !== null && latest._id < waitedFor) return { banner: null, result: null };
  if (waitedFor === null || storage.getItem(modalShownKey) === latest._id) {
    storage.removeItem(latestAttemptKey);
    return { banner: null, result: null };
  }
  return { banner: null, result: latest };
}

/** Once it is on the screen, and not sooner: a reload in between, such as a deploy brings, must not swallow it. */
export function rememberShown(storage: MemoryStorage, attemptId: string): void {
  storage.setItem(modalShownKey, attemptId);
  if (storage.getItem(latestAttemptKey) === attemptId) storage.removeItem(latestAttemptKey);
}
