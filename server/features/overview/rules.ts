// SPDX-License-Identifier: Apache-2.0

import type { FailedWork, Overview } from '../../../contract/overview-admin.ts';

/** Merges the days with card sales and the days with payments into one list. */
export function joinSales(
  cards: readonly Pick<Overview['sales'][number], 'day' | 'giftCards' | 'giftCardCoins'>[],
  payments: readonly Pick<Overview['sales'][number], 'day' | 'payments' | 'paidCents'>[],
): Overview['sales'] {
  const days = new Map<string, Overview['sales'][number]>();
  for (const part of [...cards, ...payments]) {
    const none = { giftCards: 0, giftCardCoins: 0, payments: 0, paidCents: 0 };
    days.set(part.day, { ...none, ...days.get(part.day), ...part });
  }
  return [...days.values()].sort((one, other) => one.day.localeCompare(other.day));
}

/** The share of wins among won and failed attempts; null without any. */
export function getWinRate(attempts: readonly { won: number; failed: number }[]): number | null {
  const won = attempts.reduce((sum, day) => sum + day.won, 0);
  const decided = attempts.reduce((sum, day) => sum + day.won + day.failed, 0);
  return decided === 0 ? null : won / decided;
}

const reasons: readonly [FailedWork['newest']['reason'], RegExp][] = [
  ['unreachable', /ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|socket|fetch failed|connection|terminat/i],
  ['too_slow', /time-?d? ?out|ETIMEDOUT|too long|lock timeout|abort/i],
  [
    'refused_by_database',
    /violates|constraint|invalid input|deadlock|shared memory|relation|column|permission denied/i,
  ],
];

/**
 * A job's failure, reduced to one of a few reasons, since its error may quote names and addresses.
 * @param error as thrown; null if its process died
 */
export function getReason(error: string | null): FailedWork['newest']['reason'] {
  if (error === null) return 'interrupted';
  return reasons.find(([, pattern]) => pattern.test(error))?.[0] ?? 'other';
}
