import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const pauseMs = 1_000;

function isLockConflict(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return cause instanceof pg.DatabaseError && (cause.code === '55P03' || cause.code === '40P01');
}

/**
 * Does what needs a moment alone with a table, again and again until it finds one: while somebody waits for such a lock, all who
 * come later queue behind. So `work` is a transaction that waits a short time (`lock_timeout`), and between two tries others go on.
 * @throws where a lock was not to be had in `maxTries`, or at anything else
 */
export async function tryForLocks<Result>(work: () => Promise<Result>, maxTries: number): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (tried === maxTries || !isLockConflict(error)) throw error;
      await wait(pauseMs);
    }
  }
}
