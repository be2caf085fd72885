// SPDX-License-Identifier: Apache-2.0

import type { JournalEntry } from '../../platform/journal/journal.ts';

interface Bought {
  purchaseId: string;
  gcCoin: number;
}

export interface SoldCode extends Bought {
  id: string;
  /** Its keyed fingerprint, hexadecimal: finds the code even if its id has changed. */
  print: string;
}

export interface ShownCode {
  codeId: string;
  /** As in `SoldCode`. */
  print: string;
  /** The purchase whose buyer saw it; missing if an administrator looked. */
  bought?: Bought & { orderId: string; playerId: string };
}

interface Sale {
  orderId: string;
  playerId: string;
  codes: readonly SoldCode[];
}

/** Whether a card was sent another way, without a code here, since `changedAt`. A trigger of `purchases` writes it. */
export interface NotedElsewhere {
  purchaseId: string;
  isElsewhere: boolean;
  changedAt: string;
}

/** Entries that this feature writes to the journal, outside the database. */
declare module '../../platform/journal/journal.ts' {
  interface JournalEntries {
    /** The previous version reads `codeIds` if it runs beside this version or replaces it. */
    sold: Sale & { codeIds: readonly string[] };
    shown: ShownCode;
    /** Codes of a lost order that nobody saw: they are in stock again. */
    released: { orderId: string; codeIds: readonly string[] };
    'sent-elsewhere': NotedElsewhere;
  }
  interface EarlierEntries {
    /** It wrote only the ids of codes that were sold or shown. */
    sold: { orderId: string; codeIds: readonly string[]; codes?: undefined };
    shown: { codeId: string; print?: undefined; bought?: undefined };
  }
}

/** The journal entry of a sale. */
export const toSold = (sale: Sale): JournalEntry => ({
  kind: 'sold',
  ...sale,
  codeIds: sale.codes.map(({ id }) => id),
});
