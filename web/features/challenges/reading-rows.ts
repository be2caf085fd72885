// SPDX-License-Identifier: Apache-2.0

import type { StatsReading } from '../../../contract/challenges.ts';
import { deltasBetween, isNegative } from '../../../contract/verdict-match.ts';
import type { TotalsReading } from '../../../contract/verdict-terms.ts';

/** A row of the receipt table: one reading, or consecutive equal ones. */
export interface ReadingRow {
  reading: TotalsReading;
  label: string;
  repeats: number;
  /** When the last of the merged readings was taken. */
  until: string;
  /** Whether this row holds the reading that decided. */
  isDecider: boolean;
}

/**
 * Readings as rows, oldest first. Consecutive equal ones are merged into one row, because an attempt is read every few
 * minutes and most readings show nothing new.
 * @param marks indexes into `readings`, from verdict.ts
 */
export function readingRows(
  initial: StatsReading,
  readings: readonly TotalsReading[],
  marks: { decidedBy: number | null; corrections: readonly number[] },
): ReadingRow[] {
  const rows: ReadingRow[] = [
    { reading: initial, label: 'Before entry', repeats: 1, until: initial.takenAt, isDecider: false },
  ];
  let newest = initial;
  for (const [index, reading] of readings.entries()) {
    const isDecider = marks.decidedBy === index;
    const last = rows.at(-1);
    if (last && rows.length > 1 && isSameReading(last.reading, reading)) {
      last.repeats += 1;
      last.until = reading.takenAt;
      last.isDecider ||= isDecider;
      continue;
    }
    const label = marks.corrections.includes(index)
      ? 'Older match, reported late'
      : getLabel(reading, newest, initial);
    rows.push({ reading, label, repeats: 1, until: reading.takenAt, isDecider });
    if (reading.kind === 'stats') newest = reading;
  }
  return rows;
}

function isSameReading(before: TotalsReading, after: TotalsReading): boolean {
  if (before.kind !== 'stats' || after.kind !== 'stats') return before.kind === after.kind;
  const isUnchanged = Object.values(deltasBetween(before, after)).every((delta) => delta === 0);
  return isUnchanged && before.lastModified === after.lastModified;
}

function getLabel(reading: TotalsReading, newest: StatsReading, initial: StatsReading): string {
  if (reading.kind === 'private') return 'Stats were private';
  if (reading.kind === 'fault') return 'No answer from the game stats';
  if (reading.matches > newest.matches) return 'After the match';
  const deltas = deltasBetween(newest, reading);
  if (isNegative(deltas)) return 'Corrected downwards';
  // The time of change shows when a match ended; a match may be reported before it.
  const isTimeOfMatch = reading.matches > initial.matches && reading.lastModified !== newest.lastModified;
  const isMore = isTimeOfMatch || Object.values(deltas).some((delta) => delta > 0);
  return isMore ? 'More of the match' : 'While waiting';
}
