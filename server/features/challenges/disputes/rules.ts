// SPDX-License-Identifier: Apache-2.0

import type { AttemptRow } from '../attempts/attempt-store.ts';

const dayMs = 24 * 3_600_000;

/** Why a result can never be disputed or ruled as won, however recent it is; undefined if it can. */
export function reasonNotDisputable(
  attempt: Pick<AttemptRow, 'completedAt' | 'isPractice' | 'voidedAt' | 'status'>,
): string | undefined {
  if (!attempt.completedAt) return 'it isn’t decided yet';
  if (attempt.isPractice) return 'practice doesn’t count';
  if (attempt.voidedAt) return 'an administrator voided the attempt';
  if (attempt.status === 'SUCCESS') return 'it counts as won';
  return undefined;
}

/** Until when a result can be disputed. */
export function disputableUntil(completedAt: Date, withinDays: number): Date {
  return new Date(completedAt.getTime() + withinDays * dayMs);
}

/** Coins that the player gains if the attempt is decided as won. */
export function coinsOfWin({ rewardGC, refundGC }: Pick<AttemptRow, 'rewardGC' | 'refundGC'>): number {
  return rewardGC - refundGC;
}
