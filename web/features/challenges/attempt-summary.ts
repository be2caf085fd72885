// SPDX-License-Identifier: Apache-2.0

import { toAchieved, toVariant } from '../../../contract/attempt-conditions.ts';
import { activeStatuses } from '../../../contract/attempt-statuses.ts';
import type { Attempt, AttemptStatus } from '../../../contract/challenges.ts';

/** The most that Performance Details shows (product specification, section 9). */
const detailLimit = 4;

export interface AttemptTotals {
  attempts: number;
  successful: number;
  failed: number;
  earnedGC: number;
}

export interface FailedDetail {
  attempt: Attempt;
  requiredPlacement: number;
  requiredKills: number;
  kills: number;
  wins: number;
  matches: number;
}

export function isActiveStatus(status: AttemptStatus): boolean {
  return activeStatuses.includes(status);
}

/**
 * GC won by an attempt: only a success that is not practice earns, by the variant it was entered with (specification,
 * section 4.1).
 */
export function earnedReward(attempt: Attempt): number {
  if (attempt.status !== 'SUCCESS' || attempt.isPractice) return 0;
  return toVariant(attempt)?.rewardGC ?? 0;
}

/** GC by which a finished attempt changed the balance: its fee counts whether it was won, lost or cancelled. */
export function netCoins(attempt: Attempt): number {
  return earnedReward(attempt) + attempt.refundGC - attempt.entryFeeGC;
}

/** Totals over the given attempts; practice does not count. */
export function summarise(all: readonly Attempt[]): AttemptTotals {
  const attempts = all.filter(({ isPractice }) => !isPractice);
  return {
    attempts: attempts.length,
    successful: attempts.filter((attempt) => attempt.status === 'SUCCESS').length,
    failed: attempts.filter((attempt) => attempt.status === 'FAILED').length,
    earnedGC: attempts.reduce((total, attempt) => total + earnedReward(attempt), 0),
  };
}

/** The newest failed attempts that count and have final stats: what was required and what was played. */
export function failedDetails(attempts: readonly Attempt[]): FailedDetail[] {
  return attempts
    .flatMap((attempt): FailedDetail[] => {
      const { status, isPractice } = attempt;
      const achieved = toAchieved(attempt);
      if (status !== 'FAILED' || isPractice || !achieved) return [];
      const { requiredPlacement = 0, requiredKills = 0 } = toVariant(attempt) ?? {};
      return [
        {
          attempt,
          requiredPlacement,
          requiredKills,
          kills: achieved.kills,
          wins: achieved.wins,
          matches: achieved.matches,
        },
      ];
    })
    .slice(0, detailLimit);
}
