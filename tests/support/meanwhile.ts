// SPDX-License-Identifier: Apache-2.0

import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { Database, Tx } from '../../server/platform/db/database.ts';
import { outsideTransaction } from '../../server/platform/db/second-connection.ts';

/**
 * Waits until a statement in this database waits for another's lock, or until `isDone` says that waiting is
 * unnecessary.
 */
export async function waitUntilSomeoneWaits(db: Database, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    // The caller's transaction holds the lock.
    const waiting = await outsideTransaction(() =>
      db.row(sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
    );
    if (waiting) return;
    await sleep(2);
  }
}

/**
 * The result of `call`, if `change` began before it and commits once the call waits for it. This exposes checks that
 * run too early, or on a row without a lock.
 */
export async function meanwhile<Answer>(
  db: Database,
  change: (tx: Tx) => Promise<unknown>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  await db.transaction(async (tx) => {
    await change(tx);
    let isDone = false;
    answer = outsideTransaction(call);
    const settled = answer.finally(() => {
      isDone = true;
    });
    settled.catch(() => {});
    await waitUntilSomeoneWaits(db, () => isDone);
  });
  return answer as Promise<Answer>;
}
