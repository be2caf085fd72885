// SPDX-License-Identifier: Apache-2.0

import type { Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';
import type { JournalEntry } from '../../platform/journal/entries.ts';
import type { Journal } from '../../platform/journal/journal.ts';

/** Writes an entry to the journal once its transaction has committed. */
export const noteTask = 'note-in-journal';

/** Writes the entry to the journal after this transaction has committed, and only then. */
export async function noteDone(tx: Tx, entry: JournalEntry, journal: Journal): Promise<void> {
  if (journal.isKept) await enqueue(tx, noteTask, { entry });
}
