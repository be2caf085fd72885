// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay, setInterval } from 'node:timers/promises';
import type pg from 'pg';
import { connectAtStart } from '../postgres/connect-at-start.ts';

/** A database that answers nothing for this long counts as lost. */
const silentAfterMs = 15_000;
const askedEveryMs = 1_000;

/** @throws once the database is lost, or has stopped answering */
async function watch(client: pg.Client, signal: AbortSignal): Promise<never> {
  let unanswered = 0;
  const ended = new Promise<never>((_, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('it ended the connection')));
  });
  ended.catch(() => {});
  async function ask(): Promise<never> {
    // Counts turns, not time: a process that was busy itself has not waited.
    for await (const _ of setInterval(askedEveryMs, undefined, { signal })) {
      if (unanswered++ > silentAfterMs / askedEveryMs) throw new Error('it stopped answering');
      if (unanswered === 1) {
        client.query('select 1').then(
          () => {
            unanswered = 0;
          },
          () => {},
        );
      }
    }
    return ended;
  }
  return Promise.race([ask(), ended]);
}

/**
 * Does `work` while a separate connection checks whether the database is alive. Otherwise work that waits for a lost
 * database, or retries forever, would never end.
 */
export async function whileDatabaseLives<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const client = await connectAtStart(url, { fallback_application_name: 'finalring command' });
  const over = new AbortController();
  const lost = watch(client, over.signal).catch(async (error: Error) => {
    // An error of the work itself is more informative: gives it time to come first.
    await delay(500, undefined, { signal: over.signal });
    throw new Error(
      `the database went away: ${error.message}. Earlier changes may remain: repeat the command once it is back`,
    );
  });
  lost.catch(() => {});
  try {
    return await Promise.race([work(), lost]);
  } finally {
    over.abort();
    client.end().catch(() => {});
  }
}
