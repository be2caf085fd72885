// SPDX-License-Identifier: Apache-2.0

import type { Streak } from '../../../contract/leaderboards.ts';
import { formatTimeLeft } from '../../lib/format.ts';

/** A streak's ring closes each week. */
export function shareOfWeek(days: number): number {
  return days === 0 ? 0 : (((days - 1) % 7) + 1) / 7;
}

/** What keeps a streak, and how much time is left for it: days are UTC days. */
export function streakWords({ days, isKeptToday }: Streak, now: number): string {
  if (isKeptToday) return 'Kept today. Come back tomorrow.';
  const midnight = new Date(now);
  midnight.setUTCHours(24, 0, 0, 0);
  return days > 0
    ? `Finish a challenge within ${formatTimeLeft(midnight, now)} to keep it.`
    : 'Finish a challenge today to start one.';
}
