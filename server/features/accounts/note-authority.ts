// SPDX-License-Identifier: Apache-2.0

import type { Database } from '../../platform/db/database.ts';
import type { JournalEntry } from '../../platform/journal/entries.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import * as store from './authority-queries.ts';

/** What changed: a player's role or suspension, a role's permissions, or a player's second factor. */
export type Changed = { playerId: string } | { roleId: string } | { factorsOf: string };

interface NoteDeps {
  db: Database;
  journal: Journal;
}

/** Triggers enqueue this task with every such change (db/functions/accounts.sql). */
export const noteAuthorityTask = 'note-authority';

async function toEntry(changed: Changed, db: Database): Promise<JournalEntry | undefined> {
  if ('playerId' in changed) {
    const read = await store.readAuthority(db, changed.playerId);
    return read && { kind: 'authority', ...read };
  }
  if ('roleId' in changed) {
    return { kind: 'role', ...(await store.readRole(db, changed.roleId)) };
  }
  const { factorsOf } = changed;
  return { kind: 'factors', ...(await db.transaction((tx) => store.readFactorIds(tx, factorsOf))) };
}

/**
 * Writes someone's current rights into the journal, so that restoring a database to an earlier time does not restore
 * revoked rights. Calls that answer an administrator write before they answer; the job writes for all others, and
 * retries when the journal was unavailable. Repeating it is harmless.
 * @throws ObjectsUnavailable if the journal cannot be written; the change itself is made
 */
export async function noteAuthority(changed: Changed, { db, journal }: NoteDeps): Promise<void> {
  if (!journal.isKept) return;
  const entry = await toEntry(changed, db);
  if (entry) await journal.write(entry);
}
