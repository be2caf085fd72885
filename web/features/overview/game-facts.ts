// SPDX-License-Identifier: Apache-2.0

import { type AdminGame, answersMinutes } from '../../../contract/games-admin.ts';
import { formatAmount, formatTime, plural } from '../../lib/format.ts';

type Facts = Pick<AdminGame, 'budget' | 'queue' | 'health'>;

/** How a game's statistics are read, as labels and figures. */
export function gameFacts({ budget, queue, health }: Facts): [label: string, value: string][] {
  return [
    ['Requests a minute', budgetWords(budget)],
    ['Due readings', queueWords(queue)],
    [`Calls in ${answersMinutes} minutes`, callWords(health)],
    ['Last answer', health.answeredAt ? formatTime(health.answeredAt) : 'None in a day'],
  ];
}

function budgetWords({
  grantedPerMinute,
  usedLastMinute,
  reserved,
  blockedSeconds,
}: Facts['budget']): string {
  // The process that told this may not have heard yet how much another one is granted.
  const granted = usedLastMinute > grantedPerMinute ? '' : ` of ${formatAmount(grantedPerMinute)}`;
  const used = `${formatAmount(usedLastMinute)}${granted} used, ${formatAmount(reserved)} reserved`;
  return blockedSeconds > 0 ? `${used}; paused for ${formatAmount(blockedSeconds)} s` : used;
}

/** Under two minutes nobody notices a delay. */
function queueWords({ waiting, lateSeconds }: Facts['queue']): string {
  if (waiting === 0) return 'None waiting';
  const late =
    lateSeconds < 120 ? `${formatAmount(lateSeconds)} s` : plural(Math.round(lateSeconds / 60), 'minute');
  return `${formatAmount(waiting)} waiting, the oldest for ${late}`;
}

function callWords({ answered, failed }: Facts['health']): string {
  if (answered + failed === 0) return 'None';
  return `${formatAmount(answered)} answered, ${failed === 0 ? 'none' : formatAmount(failed)} failed`;
}
