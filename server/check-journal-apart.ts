// SPDX-License-Identifier: Apache-2.0

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Place } from './platform/objects/place.ts';

/** What check-journal-thread.ts is given. */
export interface CheckedJournal {
  databaseUrl: string;
  journalPlace: Place;
}

/**
 * Checks the journal for all processes of a start (check-journal.ts), in a thread of its own: the memory of what it loads
 * is freed when it ends.
 * @throws as `checkJournal` does
 */
export async function checkJournalApart(checked: CheckedJournal): Promise<void> {
  const thread = new Worker(new URL('./check-journal-thread.ts', import.meta.url), { workerData: checked });
  // Rejects if the thread ends with an error.
  await once(thread, 'exit');
}
