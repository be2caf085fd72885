// SPDX-License-Identifier: Apache-2.0

import type { VerdictInput } from '../verdict-terms.ts';
import type { AnyVerdict } from './judges.ts';
import { toAttemptStats } from './pubg/attempt-stats.ts';
import type { AttemptStats } from './schemas.ts';

/** What the match that counts achieved; null where totals say it, or while no match counts. */
export function toMatchStats(
  { readings, terms }: Pick<VerdictInput, 'readings' | 'terms'>,
  { workings }: AnyVerdict,
): AttemptStats | null {
  if (!('match' in workings) || workings.match === null || !terms) return null;
  return toAttemptStats(readings, workings.match, terms);
}
