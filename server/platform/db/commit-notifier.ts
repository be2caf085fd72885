// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/**
 * Sends the notifications that transactions request (`tell_after_commit` of db/functions/platform-live.sql) after their
 * commit, in a separate statement. NOTIFY within a transaction would make all notifying commits wait for each other's
 * write to disk (docs/decisions/0006). Requests that arrive during a statement go out together in the next. A process
 * killed in between has notified nobody: processes with open streams check periodically (live/holders.ts), and so do
 * workers.
 */
export interface CommitNotifier {
  /** @param wish channel and payload, separated by a space */
  notify(wish: string): void;
  /** Resolves when every request so far has been sent, or cannot be. */
  close(): Promise<void>;
}

/** The notice of `tell_after_commit` in db/functions/platform-live.sql. */
const wishMessage = 'tell after the commit';

/** Their ids fit into one payload: NOTIFY carries less than 8,000 bytes. */
const playersAtOnce = 200;
const retryAfterMs = 250;

const statement = {
  name: 'tell_committed',
  text: 'select tell_committed($1::uuid[], $2::integer, $3::text[], $4::text[])',
};

export function createCommitNotifier(pool: Pick<pg.Pool, 'query'>): CommitNotifier {
  const players = new Set<string>();
  /** Without duplicates: repeating the same notification adds nothing. */
  const others = new Map<string, { channel: string; payload: string }>();
  let jobs = 0;
  let sending: Promise<void> | undefined;
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

  async function sendPending(): Promise<void> {
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
        // The database is unavailable. Listeners check on their own once it is back; these are kept until then.
        if (isClosed) return;
        for (const player of now.players) players.add(player);
        for (const other of now.others) others.set(`${other.channel} ${other.payload}`, other);
        jobs += now.jobs;
        await delay(retryAfterMs, undefined, { ref: false });
      }
    }
  }

  return {
    notify(wish) {
      const at = wish.indexOf(' ');
      const [channel, payload] = [wish.slice(0, at), wish.slice(at + 1)];
      if (channel === 'live') players.add(payload);
      else if (channel === 'jobs:insert') jobs++;
      else others.set(wish, { channel, payload });
      // All notifications of one transaction arrive in the same tick, so they go out together.
      sending ??= Promise.resolve()
        .then(sendPending)
        .finally(() => {
          sending = undefined;
        });
    },
    async close() {
      isClosed = true;
      await sending;
    },
  };
}

/** Once a transaction has ended, even by a rollback, passes on the notifications that it requested. */
export function forwardNotifications(client: pg.Client, onWish: (wish: string) => void): void {
  let wishes: string[] = [];
  const fulfil = () => {
    const fulfilled = wishes;
    wishes = [];
    for (const wish of fulfilled) onWish(wish);
  };
  client.on('notice', ({ message, detail }) => {
    if (message === wishMessage && detail) wishes.push(...detail.split('\n'));
  });
  client.connection.on('readyForQuery', ({ status }: { status: string }) => {
    if (status === 'I' && wishes.length > 0) fulfil();
  });
  // Nobody knows whether the last commit succeeded, so its notifications are sent.
  client.on('end', fulfil);
}
