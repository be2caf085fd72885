// SPDX-License-Identifier: Apache-2.0

import type { ClosedReason, FailedWork, OperatorWarning } from '../../../contract/overview-admin.ts';
import { formatBytes } from '../../lib/format.ts';

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** "2026-11-20" -> "Nov 20" */
export function formatShortDay(day: string): string {
  return shortDay.format(new Date(day));
}

/** Why work failed, and what to do about it. */
export const reasonWords: Record<FailedWork['newest']['reason'], string> = {
  unreachable: 'A service or the database could not be reached.',
  too_slow: 'It took too long.',
  refused_by_database: 'The database refused what was to be written: the log says what.',
  interrupted: 'The process that worked on it ended each time.',
  other: 'It met an error: the log says which.',
};

const taskWords: Record<string, string> = {
  'send-rewards': 'Rewards of an event are sent',
  'pay-prizes': 'Prizes of a giveaway are paid',
  'tell-of-draw': 'Players are told of a draw',
  'send-receipt': 'A receipt is mailed',
};

/** What failed, in words if there are any. */
export function failedWorkLabel({ task, label }: Pick<FailedWork, 'task' | 'label'>): string {
  return taskWords[task] ?? label;
}

const closed: Record<ClosedReason, string> = {
  rules_unpublished: 'Publish rules on age and region (Play Rules): until then nobody can enter or pay.',
  no_active_challenge: 'Make a challenge active: nobody can play.',
  no_package_on_sale: 'Put a coin package on sale: nobody can buy coins.',
  no_card_on_sale: 'Put a gift card on sale: players have nothing to redeem coins for.',
  one_super_admin:
    'Appoint a second SUPER_ADMIN: one alone can approve nothing, or be helped after losing a phone.',
};

/** What needs an operator, and what to do about it. */
export function warningWords(warning: OperatorWarning): { title: string; text: string } {
  if (warning.kind === 'disk_low') {
    const { freeBytes, sizeBytes } = warning;
    return {
      title: 'The disk is nearly full',
      text: `${formatBytes(freeBytes)} of ${formatBytes(sizeBytes)} are free where the server keeps its data. Once it is full, nobody can buy, enter or win anything, though nothing is lost. Make room, or give it a larger disk.`,
    };
  }
  if (warning.kind === 'not_open') {
    return { title: 'Not open yet', text: warning.reasons.map((reason) => closed[reason]).join(' ') };
  }
  if (warning.kind === 'guards_off') {
    return {
      title: 'Protections are off',
      text: `${warning.guards.join(', ')}: the server’s settings turn off what protects coins and players. Turn them on, unless you mean it.`,
    };
  }
  const { behindBytes, isStopped } = warning;
  const lost = `A disaster would lose the last ${formatBytes(behindBytes)} that were written, and they fill up the database’s disk.`;
  return isStopped
    ? { title: 'Backups have stopped', text: `${lost} See that a process that takes backups is running.` }
    : { title: 'Backups are behind', text: `${lost} The server’s log says why.` };
}
