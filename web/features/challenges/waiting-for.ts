// SPDX-License-Identifier: Apache-2.0

import type { Attempt } from '../../../contract/challenges.ts';
import { plural } from '../../lib/format.ts';
import { attemptReason } from './attempt-reason.ts';
import type { TimeLeft } from './time-left.ts';

/** What the readings say so far; before the first one, what to do. */
export function waitingFor(
  attempt: Attempt,
  { figure, unit, over }: Pick<TimeLeft, 'figure' | 'unit' | 'over'>,
): string {
  const { reason, sawOlderMatch, epicId } = attempt;
  const isAwaiting = !reason || reason === 'awaiting-match' || reason === 'awaiting-report';
  if (isAwaiting && sawOlderMatch) {
    return over
      ? 'We saw a match that began before you entered. It doesn’t count. If you started another in time, you’ll get the result once your stats show it.'
      : `We saw a match that began before you entered. It doesn’t count: start a new one, ${plural(Number(figure), unit === 's' ? 'second' : 'minute')} left.`;
  }
  if (reason && reason !== 'awaiting-match') return attemptReason(attempt, reason);
  return over
    ? 'If you played in time, you’ll get the result once your stats show the match.'
    : `Enter a match as ${epicId} and play it to the end. We check the result automatically.`;
}
