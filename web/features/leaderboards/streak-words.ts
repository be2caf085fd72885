// SPDX-License-Identifier: Apache-2.0

import type { Streak } from '../../../contract/leaderboards.ts';
import { formatTimeLeft } from '../../lib/format.ts';

/** The streak's ring closes after seven days. */
export function shareOfWeek(days: number): number {
  return days === 0 ? 0 : (((days - 1) % 7) + 1) / 7;
}

/** How to keep a streak, and the time left. Days are UTC days. */
export function streakWords({ days, isKeptToday }: Streak, now: number): string {
  if (isKeptToday) return 'Kept today. Come back tomorrow.';
  const midnight = new Date(now);
  midnight.setUTCHours(24, 0, 0, 0);
  return days > 0
    ? `Finish a challenge within ${formatTimeLeft(midnight, now)} to keep it.`
    : 'Finish a challenge today to start one.';
}
