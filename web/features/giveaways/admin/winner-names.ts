// SPDX-License-Identifier: Apache-2.0

import type { AdminGiveaway } from '../../../../contract/giveaways-admin.ts';
import { formatAmount } from '../../../lib/format.ts';

/** The names of the winners in the list's data, and how many more there are; empty before the draw. */
export function winnerNames({
  participants,
  participantCount,
  winnerCount,
}: Pick<AdminGiveaway, 'participants' | 'participantCount' | 'winnerCount'>): string {
  const winners = participants.filter(({ hasWon }) => hasWon);
  if (winners.length === 0) return '';
  // If there were fewer entrants than prizes, all of them won.
  const more = Math.min(winnerCount, participantCount) - winners.length;
  const names = winners.map(({ name }) => name).join(', ');
  return more > 0 ? `${names} and ${formatAmount(more)} more` : names;
}
