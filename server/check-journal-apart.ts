// SPDX-License-Identifier: Apache-2.0

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Place } from './platform/objects/place.ts';

/** What the thread is given (check-journal-thread.ts). */
export interface CheckedJournal {
  databaseUrl: string;
  journalPlace: Place;
}

/**
 * Checks the journal for all processes of a start (check-journal.ts), in a thread that takes away with it what it has loaded.
 * @throws as that does
 */
export async function checkJournalApart(checked: CheckedJournal): Promise<void> {
  const thread = new Worker(new URL('./check-journal-thread.ts', import.meta.url), { workerData: checked });
  // Rejects where it ends with an error.
  await once(thread, 'exit');
}
