// SPDX-License-Identifier: Apache-2.0

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** "2026-11-20" -> "Nov 20". Apart from `format.ts`, which every page loads. */
export function formatShortDay(day: string): string {
  return shortDay.format(new Date(day));
}
