// SPDX-License-Identifier: Apache-2.0

import type { Attempt, Receipt } from '../../../contract/challenges.ts';
import { getAllReadings, type ReadingsDeps } from './attempt-reading-store.ts';
import { findListedAttempt, type ListedAttempt } from './attempt-store.ts';
import { findAttemptDispute, viewRuling } from './disputes/dispute-store.ts';

/** An attempt as its player sees it. */
export function viewAttempt(row: ListedAttempt): Attempt {
  const { challengeType, entryFeeGC, rewardGC, requiredPlacement, requiredKills } = row;
  return {
    _id: row.id,
    challenge: {
      description: row.challengeDescription,
      challengeVariants: [
        { _id: row.variantId, challengeType, entryFeeGC, rewardGC, requiredPlacement, requiredKills },
      ],
    },
    challengeType,
    epicId: row.epicName,
    status: row.status,
    startedAt: row.startedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    initialStats: row.initialStats,
    finalStats: row.finalStats,
    entryFeeGC,
    rewardGiven: row.rewardGivenGC,
    refundGC: row.refundGC,
    processingFeeGC: row.processingFeeGC,
    xpGiven: row.xpGiven,
    reason: row.voidedAt ? 'voided' : row.overturnedAt ? 'overturned' : row.reason,
    startBy: row.startBy.toISOString(),
    isPractice: row.isPractice,
  };
}

/** Everything a decision rests on, or undefined where there is no such attempt; `playerId` is whose it is. */
export async function findReceipt(
  deps: ReadingsDeps,
  attemptId: string,
): Promise<{ playerId: string; receipt: Receipt } | undefined> {
  const { db } = deps;
  const row = await findListedAttempt(db, attemptId);
  if (!row) return undefined;
  const dispute = await findAttemptDispute(db, attemptId);
  const { decidedStatus, decidedAt, voidedAt, voidReason, initialStats: before, finalStats: after } = row;
  return {
    playerId: row.playerId,
    receipt: {
      attempt: viewAttempt(row),
      rules: row.rules,
      ...(await getAllReadings(deps, attemptId)),
      differences: after && {
        kills: after.kills - before.kills,
        wins: after.wins - before.wins,
        matches: after.matches - before.matches,
      },
      decision:
        decidedStatus && decidedAt
          ? { status: decidedStatus, reason: row.reason, at: decidedAt.toISOString() }
          : null,
      voided: voidedAt
        ? { at: voidedAt.toISOString(), reason: voidReason ?? '', isFeeForfeited: row.isFeeForfeited }
        : null,
      ruling: dispute ? viewRuling(dispute) : null,
    },
  };
}
