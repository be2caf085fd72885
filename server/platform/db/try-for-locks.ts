// SPDX-License-Identifier: Apache-2.0

import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const pauseMs = 1_000;
/**
 * Shorter than the second after which PostgreSQL looks for deadlocks, so PostgreSQL never cancels a player's call
 * instead.
 */
const shortMs = 400;
/** Longer than that second: only then does PostgreSQL cancel a blocking autovacuum, which may otherwise take hours. */
const longMs = 1_300;
const longEach = 8;

/** @returns how long a try waits for each lock, in ms; nothing behind it waits two seconds */
export const getLockMs = (tried: number): number => (tried % longEach === 0 ? longMs : shortMs);

export function isLockConflict(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return cause instanceof pg.DatabaseError && (cause.code === '55P03' || cause.code === '40P01');
}

/**
 * Runs work that needs a moment alone with a table, and repeats it until it gets one: while it waits for such a lock,
 * everything that comes later queues behind it. So `work` is a transaction that waits no longer than `lockMs`
 * (`lock_timeout`), and others get their turn between two tries.
 * @throws if `maxTries` did not get the lock, or for any other error
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
