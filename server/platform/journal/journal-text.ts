// SPDX-License-Identifier: Apache-2.0

import type { JournalEntry, JournalLine } from './journal.ts';

/** What the version before wrote of a sale; and reads of one, where it starts beside this one or in its place. */
type EarlierSale = { kind: 'sold'; at: string; orderId: string; codeIds: readonly string[] };

/** An entry as a line of text. */
export function toText(entry: JournalEntry): string {
  const line = { at: new Date().toISOString(), ...entry };
  return JSON.stringify(line.kind === 'sold' ? { ...line, codeIds: line.codes.map(({ id }) => id) } : line);
}

function toLine(text: string): JournalLine {
  const line = JSON.parse(text) as JournalLine | EarlierSale;
  if (line.kind !== 'sold' || 'codes' in line) return line;
  const { codeIds, ...sale } = line;
  return { ...sale, codes: codeIds.map((id) => ({ id })) };
}

export function* parseLines(text: string): Generator<JournalLine> {
  for (const line of text.split('\n')) {
    try {
      if (line) yield toLine(line);
    } catch {
      // Written in part: its caller was told to try again, and did not hear of anything.
    }
  }
}
