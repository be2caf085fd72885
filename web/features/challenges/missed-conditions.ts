// SPDX-License-Identifier: Apache-2.0

import { toConditions } from '../../../contract/attempt-conditions.ts';
import type { Attempt } from '../../../contract/challenges.ts';
import { formatAmount, plural } from '../../lib/format.ts';

/**
 * The conditions that a lost attempt missed, in words: "kills 2 of 4", "not in the top 10". Empty for any other outcome, and
 * if an attempt was lost because its statistics became private.
 */
export function missedConditions(attempt: Attempt): string[] {
  const missed = toConditions(attempt).filter(({ isMet }) => !isMet);
  return missed.toReversed().map(({ what, needed, reached }) => {
    if (what === 'placement') return needed === 1 ? 'not the winner' : `not in the top ${needed}`;
    return reached === null
      ? `fewer than ${plural(needed, 'kill')}`
      : `kills ${formatAmount(reached)} of ${formatAmount(needed)}`;
  });
}
