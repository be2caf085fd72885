// SPDX-License-Identifier: Apache-2.0

import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Locks between processes that the kernel drops whenever their holder dies. Node offers no flock, and a lock file with
 * a pid can be stale or be taken over twice; SQLite's locks on an empty database file are the kernel's own and work on
 * every platform.
 */
export interface FileLock {
  release(): void;
}

function acquire(path: string, statement: string): FileLock | undefined {
  const file = new DatabaseSync(path);
  try {
    file.exec(statement);
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    if (error instanceof Error && error.message.includes('locked')) return undefined;
    throw error;
  }
}

/** Takes the lock for one holder; returns undefined if anyone else holds it. */
export function tryExclusiveLock(path: string): FileLock | undefined {
  return acquire(path, 'begin exclusive');
}

/** Takes the lock together with other sharers; returns undefined if it is held exclusively. */
export function trySharedLock(path: string): FileLock | undefined {
  return acquire(path, 'begin; select count(*) from sqlite_schema');
}

/** Waits for the exclusive lock. Throws after `timeoutMs`. */
export async function exclusiveLock(path: string, timeoutMs: number): Promise<FileLock> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    const lock = tryExclusiveLock(path);
    if (lock !== undefined) return lock;
    if (Date.now() > giveUpAt)
      throw new Error(`Another process has held ${path} for more than ${timeoutMs} ms.`);
    await delay(20);
  }
}
