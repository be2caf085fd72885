// SPDX-License-Identifier: Apache-2.0

import { workerData } from 'node:worker_threads';
import { checkJournal } from './check-journal.ts';
import type { CheckedJournal } from './check-journal-apart.ts';
import { openDatabase } from './platform/db/database.ts';
import { openJournal } from './platform/journal/journal.ts';

const { databaseUrl, journalPlace } = workerData as CheckedJournal;
const journal = await openJournal(journalPlace);
const db = openDatabase(databaseUrl, { poolSize: 1 });
try {
  await checkJournal(db, journal);
} finally {
  await db.close();
  await journal.close();
}
