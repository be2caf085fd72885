// SPDX-License-Identifier: Apache-2.0

import type { OwnPlay } from '../../../contract/responsible-play.ts';

/** The share of a limit above which screens suggest nothing more to spend it on. */
const nearLimit = 0.8;

/**
 * Whether a screen may suggest an entry for `feeGC`: not during a break, not while entries are refused, not when it would
 * come near a limit, and not, even for nothing, with a limit of 0 (docs/rules/responsible-play.md, 20).
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
