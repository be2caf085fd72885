// SPDX-License-Identifier: Apache-2.0

import type { SealFault } from '../../../../contract/seal-check.ts';
import type { RestoreNote } from '../../../../contract/seals.ts';
import { formatAmount, formatAsOf, plural, pluralForm } from '../../../lib/format.ts';
import type { StatementCheck } from './check-statement.ts';

export const faultWords: Record<SealFault, string> = {
  keys: 'One of the ledger’s keys isn’t signed by the key before it.',
  head: 'The published root isn’t signed by the ledger’s key.',
  entry: 'An entry below differs from the sealed ledger.',
  unproved: 'An entry below has no proof, although we seal entries within five minutes.',
  'other-log': 'This isn’t the ledger that this browser saw before.',
  'unknown-key': 'The ledger has a new key, and the key that this browser knew didn’t sign it.',
  older: 'It has fewer entries than this browser saw before: entries were removed.',
  'not-continued': 'It doesn’t contain what this browser saw before: the ledger was rewritten.',
};

/** Faults that only a browser with an earlier visit can find. */
const ofMemory: readonly SealFault[] = ['other-log', 'unknown-key', 'older', 'not-continued'];

export function needsEarlierVisit(faults: readonly SealFault[]): boolean {
  return faults.every((fault) => ofMemory.includes(fault));
}

/** The findings about the displayed lines. */
export function sumUp({ head, lines }: StatementCheck): string {
  const total = lines.size;
  const sealed = [...lines.values()].filter((line) => line !== null).length;
  if (!head || sealed === 0) return 'Not sealed yet. We seal each entry within a minute.';
  const all = pluralForm(
    total,
    'The entry below is in it.',
    `All ${plural(total, 'entry', 'entries')} below are in it.`,
  );
  const some = `${formatAmount(sealed)} of ${plural(total, 'entry', 'entries')} below are in it. The rest follows within a minute.`;
  return `${sealed === total ? all : some} It has ${plural(head.size, 'entry', 'entries')}, sealed ${formatAsOf(head.sealedAt)}.`;
}

/** A note is only the operator's statement: it explains the warning but doesn't lift it. */
export function describeRestore({ size, notedAt }: RestoreNote): string {
  return `Signed by the operator ${formatAsOf(notedAt)}: the ledger was restored to its first ${plural(size, 'entry', 'entries')}. Later ones were lost.`;
}

export function describeSeen({ head, seen }: StatementCheck): string {
  if (!head) return '';
  if (!seen) return 'Your browser remembers this state and notices if anyone rewrites it.';
  return `It contains everything this browser saw before (${plural(seen.size, 'entry', 'entries')}, ${formatAsOf(seen.seenAt)}).`;
}
