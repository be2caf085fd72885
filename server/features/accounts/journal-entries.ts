// SPDX-License-Identifier: Apache-2.0

interface Erased {
  playerId: string;
  deletedAt: string;
}

/** What this feature writes down outside the database. */
declare module '../../platform/journal/journal.ts' {
  interface JournalEntries {
    /** Before the commit that erases: this one alone may have failed. */
    erasing: Erased;
    /** After it. */
    erased: Erased;
    /** Took a deletion back that had erased nothing yet. */
    kept: { playerId: string; keptAt: string };
  }
}

export {};
