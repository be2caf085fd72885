// SPDX-License-Identifier: Apache-2.0

import type { Attempt } from '../../../../contract/challenges.ts';
import type { AttemptStats } from '../../../../contract/games/schemas.ts';
import type { ListedAttempt } from './attempt-store.ts';

/** For readings without totals: the match count starts at entry. */
const atEntry: AttemptStats = { matches: 0, wins: 0, place: null, kills: 0 };

/** An attempt as its player sees it. */
export function viewAttempt(row: ListedAttempt): Attempt {
  const { challengeType, entryFeeGC, rewardGC, requiredPlacement, requiredKills } = row;
  return {
    _id: row.id,
    game: row.game,
    ...(row.terms && { terms: row.terms }),
    challenge: {
      description: row.challengeDescription,
      challengeVariants: [
        { _id: row.variantId, challengeType, entryFeeGC, rewardGC, requiredPlacement, requiredKills },
      ],
    },
    challengeType,
    epicId: row.accountName,
    status: row.status,
    startedAt: row.startedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    initialStats: row.initialTotals ?? atEntry,
    finalStats: row.finalStats ?? row.finalTotals,
    entryFeeGC,
    rewardGiven: row.rewardGivenGC,
    refundGC: row.refundGC,
    processingFeeGC: row.processingFeeGC,
    xpGiven: row.xpGiven,
    reason: row.voidedAt ? 'voided' : row.overturnedAt ? 'overturned' : row.reason,
    startBy: row.startBy.toISOString(),
    isPractice: row.isPractice,
    sawOlderMatch: row.baselineReading > 0,
  };
}
