// SPDX-License-Identifier: Apache-2.0

import type { JournalEntry, JournalLine } from './journal.ts';

/** An entry as a line of text. */
export function toText(entry: JournalEntry): string {
  return JSON.stringify({ at: new Date().toISOString(), ...entry });
}

export function* parseLines(text: string): Generator<JournalLine> {
  for (const line of text.split('\n')) {
    try {
      if (line) yield JSON.parse(line);
    } catch {
      // Only partly written: its caller was told to try again, and got nothing.
    }
  }
}
