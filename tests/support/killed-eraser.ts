// SPDX-License-Identifier: Apache-2.0

/**
 * Erases the due accounts in a separate process, which is killed right before or after the first commit. Started by
 * survive-a-killed-erasure.test.ts.
 */
import { eraseDue } from '../../server/features/accounts/deletion/erase-account.ts';
import { accountKeys } from '../../server/features/accounts/tokens.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { type Database, openDatabase } from '../../server/platform/db/database.ts';
import { type Journal, openJournal } from '../../server/platform/journal/journal.ts';

export interface KilledEraser {
  databaseUrl: string;
  journalFolder: string;
  appSecret: string;
  killed: 'before the commit' | 'after it';
}

const { databaseUrl, journalFolder, appSecret, killed }: KilledEraser = JSON.parse(process.argv[2] ?? '');
const kill = () => process.kill(process.pid, 'SIGKILL');
const real = {
  db: openDatabase(databaseUrl),
  journal: await openJournal({ kind: 'folder', path: journalFolder }),
};
const journal: Journal = {
  ...real.journal,
  async write(entry) {
    await real.journal.write(entry);
    if (killed === 'before the commit') kill();
  },
};
const db: Database = {
  ...real.db,
  async transaction(work) {
    const result = await real.db.transaction(work);
    kill();
    return result;
  },
};
await eraseDue({
  db,
  journal,
  clock: systemClock,
  keys: accountKeys(appSecret),
  deletionParts: { erasures: [], personalFields: [] },
  listStandstills: async () => [],
  playPauses: { findPauseEnd: async () => null, resumePause: async () => {} },
});
