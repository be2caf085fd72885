// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { enqueue } from '../../../platform/jobs/outbox.ts';
import type { ArchiveName, Archives } from './archives.ts';
import * as store from './data-export-store.ts';
import { rememberedForMs } from './rules.ts';

export const forgetTask = 'forget-data-exports';
export const removeTask = 'remove-data-exports';

export interface ForgetDeps {
  db: Database;
  clock: Clock;
  archives: Archives;
}

const atOnce = 500;

/** Ends a player's exports while the deletion can still be cancelled; a job removes the archives after the commit. */
export async function endExports(tx: Tx, playerId: string, now: Date): Promise<void> {
  await removeLater(tx, await store.endExports(tx, playerId, now));
}

/** Deletes a player's exports along with the account; a job removes the archives after the commit. */
export async function dropExports(tx: Tx, playerId: string): Promise<void> {
  await removeLater(tx, await store.forgetExports(tx, playerId));
}

async function removeLater(tx: Tx, archives: readonly ArchiveName[]): Promise<void> {
  if (archives.length > 0) await enqueue(tx, removeTask, { archives });
}

export async function removeArchives(names: readonly ArchiveName[], { archives }: ForgetDeps): Promise<void> {
  for (const name of names) await archives.remove(name);
}

/**
 * Removes expired archives, orphaned archives (their process died before it could record or remove them), and old rows.
 */
export async function forgetExpired(deps: ForgetDeps): Promise<void> {
  const { db, clock, archives } = deps;
  const now = clock.now();
  let expired: ArchiveName[];
  do {
    expired = await store.listExpired(db, now, atOnce);
    for (const name of expired) {
      await archives.remove(name);
      await store.markExpired(db, name);
    }
  } while (expired.length === atOnce);
  await store.forgetOld(db, new Date(now.getTime() - rememberedForMs));
  // A row exists before its first file is written, and until its last file is gone.
  const there = await archives.list();
  for (let from = 0; from < there.length; from += atOnce) {
    const some = there.slice(from, from + atOnce);
    const kept = await store.listKept(db, some);
    for (const id of some.filter((one) => !kept.has(one))) await archives.removeAllOf(id);
  }
}
