// SPDX-License-Identifier: Apache-2.0

import { formatAmount } from './amounts.ts';
import type { Attempt, AttemptStatus } from './challenges.ts';
import type { PublicPlayer } from './public-players.ts';

const outcomes: Partial<Record<AttemptStatus, string>> = { SUCCESS: 'won', FAILED: 'lost' };

/** A shared result in one line, for titles and messages. The player's own message omits the name. */
export function shareTitle(
  { status, rewardGiven, challenge }: Pick<Attempt, 'status' | 'rewardGiven' | 'challenge'>,
  player?: PublicPlayer,
): string {
  const outcome = outcomes[status];
  if (!outcome) return `Cancelled: ${challenge.description}`;
  const coins = rewardGiven > 0 ? ` ${formatAmount(rewardGiven)} GC` : '';
  return `${player?.handle ?? 'I'} ${outcome}${coins}: ${challenge.description}`;
}
