// SPDX-License-Identifier: Apache-2.0

import type { JournalEntry } from '../../server/platform/journal/entries.ts';
import { type Journal, noJournal } from '../../server/platform/journal/journal.ts';
import { ObjectsUnavailable } from '../../server/platform/objects/objects.ts';

/** A journal in memory that can be made unavailable. */
export function scriptedJournal() {
  const entries: JournalEntry[] = [];
  const state = { isAway: false };
  const journal: Journal = {
    ...noJournal,
    isKept: true,
    async write(entry) {
      if (state.isAway) throw new ObjectsUnavailable('cannot write the journal', new Error('it is away'));
      entries.push(entry);
    },
  };
  return { journal, entries, state };
}
