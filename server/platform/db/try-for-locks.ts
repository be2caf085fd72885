// SPDX-License-Identifier: Apache-2.0

import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const pauseMs = 1_000;
/** Shorter than the second after which PostgreSQL looks for deadlocks: it is never a player's call that gives way. */
const shortMs = 400;
/** Longer than that second: only then PostgreSQL ends a vacuum of its own that is in the way, which may take hours otherwise. */
const longMs = 1_300;
const longEach = 8;

/** @returns how long a try waits for each lock, in ms; nobody behind it waits two seconds */
export const getLockMs = (tried: number): number => (tried % longEach === 0 ? longMs : shortMs);

export function isLockConflict(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return cause instanceof pg.DatabaseError && (cause.code === '55P03' || cause.code === '40P01');
}

/**
 * Does what needs a moment alone with a table, again and again until it finds one: while somebody waits for such a lock, all who
 * come later queue behind. So `work` is a transaction that waits as short a time as it is told (`lock_timeout`), and between two tries
 * others go on.
 * @throws where a lock was not to be had in `maxTries`, or at anything else
 */
export async function tryForLocks<Result>(
  work: (lockMs: number) => Promise<Result>,
  maxTries: number,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work(getLockMs(tried));
    } catch (error) {
      if (tried === maxTries || !isLockConflict(error)) throw error;
      await wait(pauseMs);
    }
  }
}
