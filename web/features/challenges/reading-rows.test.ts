// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import type { StatsReading } from '../../../contract/challenges.ts';
import type { TotalsReading } from '../../../contract/verdict-terms.ts';
import { readingRows } from './reading-rows.ts';

function stats(minute: number, changes: Partial<StatsReading> = {}): StatsReading {
  return {
    kind: 'stats',
    takenAt: `2026-11-20T18:${String(minute).padStart(2, '0')}:00.000Z`,
    matches: 100,
    wins: 5,
    top10: 30,
    top25: 50,
    kills: 200,
    minutesPlayed: 1000,
    lastModified: null,
    ...changes,
  };
}
const takenAt = '2026-11-20T18:20:00.000Z';
const unmarked = { decidedBy: null, corrections: [] };
const labels = (
  initial: StatsReading,
  readings: TotalsReading[],
  marks: Parameters<typeof readingRows>[2] = unmarked,
) => readingRows(initial, readings, marks).map((row) => [row.label, row.repeats]);

describe('readingRows', () => {
  it('merges readings that show nothing new, and names what happened', () => {
    const played = { matches: 101, top10: 31, top25: 51, kills: 207 };
    const readings = [stats(1), stats(2), stats(3), stats(30, played), stats(34, played)];
    expect(labels(stats(0), readings)).toEqual([
      ['Before entry', 1],
      ['While waiting', 3],
      ['After the match', 2],
    ]);
    const rows = readingRows(stats(0), readings, { decidedBy: 4, corrections: [] });
    expect(rows.map((row) => row.isDecider)).toEqual([false, false, true]);
    expect(rows.map((row) => row.until)).toEqual([stats(0).takenAt, stats(3).takenAt, stats(34).takenAt]);
    const decidedFirst = readingRows(stats(0), readings, { decidedBy: 3, corrections: [] });
    expect(decidedFirst.map((row) => row.isDecider)).toEqual([false, false, true]);
    expect(decidedFirst[2]?.reading).toBe(readings[3]);
  });

  it('shows minutes and a time of change that arrive after their match', () => {
    const played = { matches: 101, top10: 31, top25: 51, kills: 207 };
    const lastModified = '2026-11-20T18:30:00.000Z';
    const whole = { ...played, minutesPlayed: 1020, lastModified };
    const readings = [stats(30, played), stats(31, { ...played, lastModified }), stats(40, whole)];
    expect(labels(stats(0), readings)).toEqual([
      ['Before entry', 1],
      ['After the match', 1],
      ['More of the match', 1],
      ['More of the match', 1],
    ]);
  });

  it('does not count a changed time alone as a match', () => {
    const touched = stats(5, { lastModified: '2026-11-20T18:04:00.000Z' });
    expect(labels(stats(0), [stats(1), touched]).map(([label]) => label)).toEqual([
      'Before entry',
      'While waiting',
      'While waiting',
    ]);
  });

  it('keeps answers without stats as separate rows', () => {
    const readings: TotalsReading[] = [
      { kind: 'private', takenAt, sourceWide: false },
      { kind: 'private', takenAt, sourceWide: false },
      { kind: 'fault', takenAt, detail: 'time-out' },
      stats(21),
      { kind: 'private', takenAt, sourceWide: false },
    ];
    expect(labels(stats(0), readings)).toEqual([
      ['Before entry', 1],
      ['Stats were private', 2],
      ['No answer from the game stats', 1],
      ['While waiting', 1],
      ['Stats were private', 1],
    ]);
  });

  it.each(['wins', 'top10', 'top25', 'kills', 'minutesPlayed'] as const)(
    'notices that %s alone increased or decreased',
    (counter) => {
      const up = stats(2, { [counter]: stats(0)[counter] + 1 });
      expect(labels(stats(0), [stats(1), up, stats(3)])).toEqual([
        ['Before entry', 1],
        ['While waiting', 1],
        ['More of the match', 1],
        ['Corrected downwards', 1],
      ]);
    },
  );

  it('shows nothing new when a match is reported again after a missing answer', () => {
    const played = { matches: 101, kills: 207, lastModified: '2026-11-20T18:30:00.000Z' };
    const fault = { kind: 'fault', takenAt, detail: 'time-out' } as const;
    const told = labels(stats(0), [stats(30, played), fault, stats(34, played)]);
    expect(told.map(([label]) => label)).toEqual([
      'Before entry',
      'After the match',
      'No answer from the game stats',
      'While waiting',
    ]);
  });

  it('notices that matches decreased', () => {
    expect(labels(stats(0), [stats(1, { matches: 99 })])[1]).toEqual(['Corrected downwards', 1]);
  });

  it('names corrections, late parts of a match and late reports of an old one', () => {
    const readings = [
      stats(1, { matches: 101 }),
      stats(5, { matches: 102 }),
      stats(6, { matches: 102, kills: 204 }),
      stats(9, { matches: 102, kills: 190 }),
    ];
    expect(labels(stats(0), readings, { decidedBy: null, corrections: [0] }).map(([label]) => label)).toEqual(
      [
        'Before entry',
        'Older match, reported late',
        'After the match',
        'More of the match',
        'Corrected downwards',
      ],
    );
  });
});
