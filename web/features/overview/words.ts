// SPDX-License-Identifier: Apache-2.0

import type { ClosedReason, FailedWork, OperatorWarning } from '../../../contract/overview-admin.ts';
import { formatBytes } from '../../lib/format.ts';

/** Why jobs failed, and what to do. */
export const reasonWords: Record<FailedWork['newest']['reason'], string> = {
  unreachable: 'A service or the database was unreachable.',
  too_slow: 'It took too long.',
  refused_by_database: 'The database refused the change; see the log.',
  interrupted: 'Its process stopped each time.',
  other: 'It failed with an error; see the log.',
};

const taskWords: Record<string, string> = {
  'send-rewards': 'Sending event rewards',
  'pay-prizes': 'Paying giveaway prizes',
  'tell-of-draw': 'Notifying players of a draw',
  'send-receipt': 'Mailing a receipt',
  'reconcile-payments': 'Checking open payments',
};

/** The failed task in words, if there are any for it. */
export function failedWorkLabel({ task, label }: Pick<FailedWork, 'task' | 'label'>): string {
  return taskWords[task] ?? label;
}

const closed: Record<ClosedReason, string> = {
  rules_unpublished: 'Publish rules on age and region (Play Rules). Until then nobody can enter or pay.',
  no_active_challenge: 'Open a challenge, and its game if it’s closed. Until then nobody can play.',
  no_package_on_sale: 'Put a coin package on sale. Until then nobody can buy coins.',
  no_card_on_sale: 'Put a gift card on sale. Until then players can’t spend coins.',
  one_super_admin:
    'Appoint a second SUPER_ADMIN. One alone can’t get anything approved, and nobody can help them after a lost phone.',
};

/** Problems that need an operator, and what to do about each. */
export function warningWords(warning: OperatorWarning): { title: string; text: string } {
  if (warning.kind === 'disk_low') {
    const { freeBytes, sizeBytes } = warning;
    return {
      title: 'The disk is nearly full',
      text: `${formatBytes(freeBytes)} of ${formatBytes(sizeBytes)} are free on the server’s data disk. When it’s full, nobody can buy, enter or win. Free some space or add a larger disk.`,
    };
  }
  if (warning.kind === 'not_open') {
    return { title: 'Not open yet', text: warning.reasons.map((reason) => closed[reason]).join(' ') };
  }
  if (warning.kind === 'guards_off') {
    return {
      title: 'Protections are off',
      text: `${warning.guards.join(', ')}: the server’s settings turn off protections of coins and players. Turn them on, unless you mean it.`,
    };
  }
  const { behindBytes, isStopped } = warning;
  const lost = `A disaster would lose the last ${formatBytes(behindBytes)} of changes, and they fill the database’s disk.`;
  return isStopped
    ? { title: 'Backups have stopped', text: `${lost} Make sure a process with backups is running.` }
    : { title: 'Backups are behind', text: `${lost} See the server’s log.` };
}
