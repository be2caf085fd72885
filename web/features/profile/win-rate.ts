// SPDX-License-Identifier: Apache-2.0

/** The share of wins among decided challenges. Cancelled and running ones do not count. */
export function winRate({ wins, loss }: { wins: number; loss: number }): {
  share: number;
  /** Whole percent; 100 and 0 only if all or none were won. */
  percent: number;
  decided: number;
} {
  const decided = wins + loss;
  const share = decided > 0 ? wins / decided : 0;
  const rounded = Math.round(share * 100);
  const percent = share > 0 && share < 1 ? Math.min(99, Math.max(1, rounded)) : rounded;
  return { share, percent, decided };
}
