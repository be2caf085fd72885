// SPDX-License-Identifier: Apache-2.0

import type { OwnPlay } from '../../../contract/responsible-play.ts';

/** Screens stop suggesting entries above this share of a limit. */
const nearLimit = 0.8;

/**
 * Whether a screen may suggest an entry for `feeGC`. Not during a pause, not while entries are refused, and not if it
 * would come close to a limit. With a limit of 0 not even a free entry (docs/rules/responsible-play.md, 20).
 */
export function maySuggestEntry(
  { refusal, limits }: Pick<OwnPlay, 'refusal' | 'limits'>,
  feeGC: number,
): boolean {
  if (refusal) return false;
  return limits.every(
    ({ kind, amount, spent }) =>
      kind !== 'entry' || amount === null || (amount > 0 && spent + feeGC <= amount * nearLimit),
  );
}
