// SPDX-License-Identifier: Apache-2.0

import { challengeRules } from '../../../contract/challenge-rules.ts';
import { plural } from '../../lib/format.ts';

/** How long a player has to start a match at that time scale, in words. */
export function startWindow(timeScale: number): string {
  const seconds = Math.round(challengeRules(timeScale).startWithinMs / 1000);
  return seconds < 60 ? plural(seconds, 'second') : plural(Math.round(seconds / 60), 'minute');
}
