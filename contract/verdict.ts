// SPDX-License-Identifier: Apache-2.0

import { judges } from './games/judges.ts';
import type { Verdict, VerdictInput } from './verdict-terms.ts';

/**
 * Decides a challenge attempt by its game's rules. A pure function of the readings: the server settles with it, and the
 * browser shows why (docs/rules/attempts.md).
 */
export function verdict(input: VerdictInput): Verdict {
  return judges[input.game](input);
}
