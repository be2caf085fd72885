// SPDX-License-Identifier: Apache-2.0

import type { JournalEntry } from '../../platform/journal/journal.ts';

interface Bought {
  purchaseId: string;
  gcCoin: number;
}

export interface SoldCode extends Bought {
  id: string;
  /** Its keyed fingerprint, hexadecimal: it finds the code where that has another id. */
  print: string;
}

export interface ShownCode {
  codeId: string;
  /** As above. */
  print: string;
  /** What its buyer saw; without it an administrator looked. */
  bought?: Bought & { orderId: string; playerId: string };
}

interface Sale {
  orderId: string;
  playerId: string;
  codes: readonly SoldCode[];
}

/** What this feature writes down outside the database. */
declare module '../../platform/journal/journal.ts' {
  interface JournalEntries {
    /** `codeIds` is what the version before reads, where it starts beside this one or in its place. */
    sold: Sale & { codeIds: readonly string[] };
    shown: ShownCode;
    /** Nobody saw these of an order that was lost: they are in stock again. */
    released: { orderId: string; codeIds: readonly string[] };
  }
  interface EarlierEntries {
    /** Of codes that were sold or shown nothing was written down but their ids. */
    sold: { orderId: string; codeIds: readonly string[]; codes?: undefined };
    shown: { codeId: string; print?: undefined; bought?: undefined };
  }
}

/** The entry of a sale. */
export const toSold = (sale: Sale): JournalEntry => ({
  kind: 'sold',
  ...sale,
  codeIds: sale.codes.map(({ id }) => id),
});
