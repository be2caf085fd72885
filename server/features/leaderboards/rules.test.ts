// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { getBoard, getEnd, getStreak } from './rules.ts';

describe('the leaderboard of a moment', () => {
  it.each([
    ['2026-11-16T00:00:00.000Z', 'week:2026-W47', 'season:2026-Q4'],
    ['2026-11-22T23:59:59.999Z', 'week:2026-W47', 'season:2026-Q4'],
    ['2026-11-23T00:00:00.000Z', 'week:2026-W48', 'season:2026-Q4'],
    // The first days of January may belong to the previous year's last week, the last days of December to the next
    // year's first.
    ['2027-01-03T12:00:00.000Z', 'week:2026-W53', 'season:2027-Q1'],
    ['2024-12-30T00:00:00.000Z', 'week:2025-W01', 'season:2024-Q4'],
    ['2026-03-31T23:59:59.999Z', 'week:2026-W14', 'season:2026-Q1'],
  ])('%s counts on %s and %s', (at, week, season) => {
    expect(getBoard('week', new Date(at))).toBe(week);
    expect(getBoard('season', new Date(at))).toBe(season);
    expect(getBoard('all', new Date(at))).toBe('all');
  });

  it('ends on Monday, at the end of the quarter, or never', () => {
    const at = new Date('2026-12-31T23:00:00Z');
    expect(getEnd('week', at)?.toISOString()).toBe('2027-01-04T00:00:00.000Z');
    expect(getEnd('season', at)?.toISOString()).toBe('2027-01-01T00:00:00.000Z');
    expect(getEnd('all', at)).toBeNull();
  });
});

describe('a streak', () => {
  const now = new Date('2026-11-21T09:00:00Z');
  it.each([
    ['nothing played', [], { days: 0, best: 0, isKeptToday: false }],
    ['today only', ['2026-11-21'], { days: 1, best: 1, isKeptToday: true }],
    ['until yesterday', ['2026-11-20', '2026-11-19'], { days: 2, best: 2, isKeptToday: false }],
    ['broken two days ago', ['2026-11-19', '2026-11-18'], { days: 0, best: 2, isKeptToday: false }],
    [
      'a gap behind it',
      ['2026-11-21', '2026-11-20', '2026-11-17', '2026-11-16', '2026-11-15'],
      { days: 2, best: 3, isKeptToday: true },
    ],
    ['over the end of a month', ['2026-11-01', '2026-10-31'], { days: 0, best: 2, isKeptToday: false }],
  ])('%s', (_what, days, expected) => {
    expect(getStreak(days, now)).toEqual(expected);
  });
});
