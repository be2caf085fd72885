// SPDX-License-Identifier: Apache-2.0

interface Erased {
  playerId: string;
  deletedAt: string;
}

/** Entries that this feature writes to the journal, outside the database. */
declare module '../../platform/journal/journal.ts' {
  interface JournalEntries {
    /** Written before the commit that erases: with this entry alone, the commit may have failed. */
    erasing: Erased;
    /** Written after that commit. */
    erased: Erased;
    /** A deletion was taken back before it erased anything. */
    kept: { playerId: string; keptAt: string };
  }
}

export {};
