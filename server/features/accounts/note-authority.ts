// SPDX-License-Identifier: Apache-2.0

import type { Database } from '../../platform/db/database.ts';
import type { JournalEntry } from '../../platform/journal/entries.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import * as store from './authority-queries.ts';

/** Whose authority has changed: a player's by role or suspension, a role's permissions, a player's second factor. */
export type Changed = { playerId: string } | { roleId: string } | { factorsOf: string };

interface NoteDeps {
  db: Database;
  journal: Journal;
}

/** Triggers enqueue it with every such change (db/functions/accounts.sql). */
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
 * Writes into the journal what somebody may do now, so that a database restored to an earlier moment gives nothing back
 * that was taken away. Callers that answer an administrator do it before the answer; the job does it for all others, and
 * again where the journal was away. Repeating it harms nothing.
 * @throws ObjectsUnavailable if the journal cannot be written; the change itself is made
 */
export async function noteAuthority(changed: Changed, { db, journal }: NoteDeps): Promise<void> {
  if (!journal.isKept) return;
  const entry = await toEntry(changed, db);
  if (entry) await journal.write(entry);
}
