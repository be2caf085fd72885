// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/**
 * What transactions ask to be told once they have committed (`tell_after_commit` of db/functions/platform-live.sql) is told here, in
 * a statement of its own: NOTIFY within a transaction would have all commits that notify wait for each other's write to disk
 * (docs/decisions/0056). What comes while one statement is under way is told together by the next. A process that is killed in between has told
 * nobody: who holds streams looks itself now and then (live/holders.ts), and so do workers.
 */
export interface ToldAfter {
  /** @param wish channel and payload, separated by a blank */
  tell(wish: string): void;
  /** Resolves when all has been told that was asked for until now, or cannot be. */
  close(): Promise<void>;
}

/** Fits into one payload: 8,000 bytes. */
const playersAtOnce = 200;
const retryAfterMs = 250;

const statement = {
  name: 'tell_committed',
  text: 'select tell_committed($1::uuid[], $2::integer, $3::text[], $4::text[])',
};

export function createToldAfter(pool: Pick<pg.Pool, 'query'>): ToldAfter {
  const players = new Set<string>();
  /** Once each: what is told twice in the same words says no more. */
  const others = new Map<string, { channel: string; payload: string }>();
  let jobs = 0;
  let telling: Promise<void> | undefined;
  let isClosed = false;

  function take() {
    const some = [...players].slice(0, playersAtOnce);
    for (const player of some) players.delete(player);
    const rest = [...others.values()];
    others.clear();
    const count = jobs;
    jobs = 0;
    return { players: some, jobs: count, others: rest };
  }

  async function tellAll(): Promise<void> {
    while (players.size > 0 || others.size > 0 || jobs > 0) {
      const now = take();
      try {
        await pool.query({
          ...statement,
          values: [
            now.players,
            now.jobs,
            now.others.map(({ channel }) => channel),
            now.others.map(({ payload }) => payload),
          ],
        });
      } catch {
        // The database is away. Who hears nothing meanwhile looks when it is back; what is said here is kept until then.
        if (isClosed) return;
        for (const player of now.players) players.add(player);
        for (const other of now.others) others.set(`${other.channel} ${other.payload}`, other);
        jobs += now.jobs;
        await delay(retryAfterMs, undefined, { ref: false });
      }
    }
  }

  return {
    tell(wish) {
      const at = wish.indexOf(' ');
      const [channel, payload] = [wish.slice(0, at), wish.slice(at + 1)];
      if (channel === 'live') players.add(payload);
      else if (channel === 'jobs:insert') jobs++;
      else others.set(wish, { channel, payload });
      // What one transaction asks for comes in one go.
      telling ??= Promise.resolve()
        .then(tellAll)
        .finally(() => {
          telling = undefined;
        });
    },
    async close() {
      isClosed = true;
      await telling;
    },
  };
}
