// SPDX-License-Identifier: Apache-2.0

import type { DrawTerms } from '../../../contract/draw.ts';
import type { giveawayPhases } from '../../../contract/giveaways.ts';
import type { GiveawayInput } from '../../../contract/giveaways-admin.ts';

/** The phase of a giveaway at `now`. Between its end and its draw, players can no longer enter. */
export function getPhase(
  { startsAt, endsAt, drawnAt }: { startsAt: Date; endsAt: Date; drawnAt: Date | null },
  now: Date,
): (typeof giveawayPhases)[number] {
  if (drawnAt) return 'finished';
  if (endsAt <= now) return 'drawing';
  return startsAt <= now ? 'active' : 'upcoming';
}

/** The terms that the draw commits to. */
export function toTerms(giveawayId: string, giveaway: GiveawayInput): DrawTerms {
  const { title, prizeType, prizeAmount, winnerCount, startDate, endDate } = giveaway;
  return {
    giveawayId,
    title,
    prizeType,
    prizeAmount,
    winnerCount,
    startDate: new Date(startDate).toISOString(),
    endDate: new Date(endDate).toISOString(),
  };
}

/** Whether only `isActive` differs, if anything. */
export function hasSameTerms(one: DrawTerms, other: DrawTerms): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The prizes of a giveaway. */
export type Prizes = Pick<GiveawayInput, 'prizeType' | 'prizeAmount' | 'winnerCount'>;

/** The coins of all prizes together. */
export function prizeCoins({ prizeType, prizeAmount, winnerCount }: Prizes): number {
  return prizeType === 'GC' ? prizeAmount * winnerCount : 0;
}
