// SPDX-License-Identifier: Apache-2.0

import type { Performance, PerformanceSums } from '../../../../contract/performance.ts';
import { pluralForm } from '../../../lib/format.ts';

/** The spans to choose from. A period is long enough for a plot to have 12 to 28 bars. */
export const spans = [
  { value: '28', label: '4 weeks', days: 28, periodDays: 1 },
  { value: '84', label: '12 weeks', days: 84, periodDays: 7 },
  { value: '364', label: '52 weeks', days: 364, periodDays: 28 },
] as const;
export type PerformanceSpan = (typeof spans)[number];

export type PeriodRow = Pick<
  PerformanceSums,
  'finished' | 'won' | 'cancelled' | 'matches' | 'kills' | 'top10' | 'firstPlaces'
> & { period: string };

const dayMs = 24 * 3_600_000;
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);
const names = ['finished', 'won', 'cancelled', 'matches', 'kills', 'top10', 'firstPlaces'] as const;

/**
 * Days (UTC) grouped into periods of equal length up to and including today, oldest first; one in which no attempt ended has
 * zeros. Each is named after its first day.
 */
export function toPeriodRows(
  days: Performance['days'],
  { days: length, periodDays }: PerformanceSpan,
  now: number,
): PeriodRow[] {
  const today = Date.parse(`${toDay(now)}T00:00:00Z`);
  const first = today - (length - 1) * dayMs;
  const rows = Array.from({ length: length / periodDays }, (_, place): PeriodRow => {
    const period = toDay(first + place * periodDays * dayMs);
    return { period, finished: 0, won: 0, cancelled: 0, matches: 0, kills: 0, top10: 0, firstPlaces: 0 };
  });
  for (const day of days) {
    const place = Math.floor((Date.parse(`${day.day}T00:00:00Z`) - first) / (periodDays * dayMs));
    const row = rows[place];
    if (row) for (const name of names) row[name] += day[name];
  }
  return rows;
}

/** Without matches there is no mean. */
export function killsPerMatch({ kills, matches }: Pick<PeriodRow, 'kills' | 'matches'>): number | null {
  return matches === 0 ? null : kills / matches;
}

const mean = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

export function formatMean(value: number | null): string {
  return value === null ? '–' : mean.format(value);
}

/** "1 kill in a match", "2.5 kills in a match" */
export function meanKillsText(value: number | null): string {
  const text = formatMean(value);
  return pluralForm(Number(text), `${text} kill in a match`, `${text} kills in a match`);
}
