// SPDX-License-Identifier: Apache-2.0

export interface JournalledPayment {
  id: string;
  playerId: string;
  packageTitle: string;
  coins: number;
  xp: number;
  amountCents: number;
  createdAt: string;
  intentId: string;
}

/** Entries that this feature writes to the journal, outside the database. */
declare module '../../platform/journal/journal.ts' {
  interface JournalEntries {
    payment: { payment: JournalledPayment };
  }
}
