// SPDX-License-Identifier: Apache-2.0

import type { SealFault } from '../../../../contract/seal-check.ts';
import type { RestoreNote } from '../../../../contract/seals.ts';
import { formatAmount, formatAsOf, plural } from '../../../lib/format.ts';
import type { StatementCheck } from './check-statement.ts';

export const faultWords: Record<SealFault, string> = {
  keys: 'A key of the ledger is not vouched for by the one before it.',
  head: 'The published root is not signed by the key of the ledger.',
  entry: 'An entry below is not in the sealed ledger as it is shown here.',
  unproved: 'An entry below has no proof, though entries are sealed within five minutes.',
  'other-log': 'This is another ledger than the one that this browser saw before.',
  'unknown-key':
    'Another key has taken the place of the one that this browser knew, which does not vouch for it.',
  older: 'It has fewer entries than this browser saw before: entries were removed.',
  'not-continued': 'What this browser saw before is not contained in it: the ledger was rewritten.',
};

/** Faults that a browser without an earlier visit would not find. */
const ofMemory: readonly SealFault[] = ['other-log', 'unknown-key', 'older', 'not-continued'];

export function isOfMemoryAlone(faults: readonly SealFault[]): boolean {
  return faults.every((fault) => ofMemory.includes(fault));
}

/** The findings about the shown lines. */
export function sumUp({ head, lines }: StatementCheck): string {
  const total = lines.size;
  const sealed = [...lines.values()].filter((line) => line !== null).length;
  if (!head || sealed === 0) return 'Not sealed yet: that happens within a minute of each entry.';
  const all =
    total === 1 ? 'The entry below is in it.' : `All ${formatAmount(total)} entries below are in it.`;
  const some = `${formatAmount(sealed)} of ${plural(total, 'entry', 'entries')} below are in it, the rest follows within a minute.`;
  return `${sealed === total ? all : some} It has ${plural(head.size, 'entry', 'entries')}, sealed ${formatAsOf(head.sealedAt)}.`;
}

/** A note is the operator's word: it explains the warning and takes nothing of it back. */
export function describeRestore({ size, notedAt }: RestoreNote): string {
  return `Signed by the operator ${formatAsOf(notedAt)}: the ledger was restored to its first ${plural(size, 'entry', 'entries')}. Later ones were lost.`;
}

export function describeSeen({ head, seen }: StatementCheck): string {
  if (!head) return '';
  if (!seen) return 'This browser remembers this state, and will notice if it is ever rewritten.';
  return `It contains what this browser saw before (${plural(seen.size, 'entry', 'entries')}, ${formatAsOf(seen.seenAt)}).`;
}
