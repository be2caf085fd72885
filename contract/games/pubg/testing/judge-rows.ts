// SPDX-License-Identifier: Apache-2.0

import type { MatchesInput } from '../judge.ts';
import type { MatchTerms } from '../schemas.ts';

/** One row of a verdict test's table. */
export type Row = [
  line: string,
  readings: MatchesInput['readings'],
  status: string,
  reason: string,
  options?: Partial<MatchTerms> & { now?: number; before?: string[] },
];
