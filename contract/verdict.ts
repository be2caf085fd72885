// SPDX-License-Identifier: Apache-2.0

import { judges } from './games/judges.ts';
import type { Verdict, VerdictInput } from './verdict-terms.ts';

/**
 * Decides a challenge attempt as its game is judged: a pure function of its readings, run by the server to settle and by
 * the browser to show why (docs/rules/attempts.md).
 */
export function verdict(input: VerdictInput): Verdict {
  return judges[input.game](input);
}
