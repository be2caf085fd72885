// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { entry, firstRules, initial, places, rules, secondRules, stats } from './testing/timeline.ts';
import {
  certainlyBeganInTime,
  deltasBetween,
  hasLooseCounters,
  isReportedWhole,
  judgeMatches,
} from './verdict-match.ts';

const conditions = { requiredPlacement: 10, requiredKills: 5, places };

it.each([
  [-1, 'old'],
  [0, 'undecidable'],
  [1, 'undecidable'],
])(
  'judges several matches, the first one old and the last one ended %i minutes after entry, as %s',
  (modified, worth) => {
    const reading = stats(20, { matches: 2, top10: 2, kills: 12, played: 40, modified });
    expect(judgeMatches(reading, deltasBetween(initial, reading), conditions, entry, rules)).toBe(worth);
  },
);

it.each([
  [27.9, false],
  [28, true],
  [40, true],
  [40.1, false],
])('knows whether a match that ended %d minutes after entry began in time: %s', (ended, isSure) => {
  const reading = stats(45, { matches: 1, modified: ended });
  expect(certainlyBeganInTime(initial, reading, entry, rules)).toBe(isSure);
});

it('finds counters without a match only when no match was counted, and never under the first rules', () => {
  const isLoose = (matches: number, under = rules) =>
    hasLooseCounters(deltasBetween(initial, stats(20, { matches, kills: 1 })), under);
  expect([isLoose(0), isLoose(1)]).toEqual([true, false]);
  expect([isLoose(0, firstRules), isLoose(0, secondRules)]).toEqual([false, true]);
});

describe('the check that everything was reported', () => {
  const isWhole = (
    worth: 'met' | 'late',
    { under = rules, kills = 5, played = 0 }: { under?: typeof rules; kills?: number; played?: number },
  ) => {
    const reading = stats(20, { matches: 2, top10: 2, kills: 2 * kills, played });
    const deltas = deltasBetween(initial, reading);
    return isReportedWhole(worth, { baseline: initial, reading, deltas }, conditions, under);
  };

  it('accepts the first report as complete under version 1 of the rules only', () => {
    const known = [firstRules, secondRules, rules].map((under) => isWhole('met', { under }));
    expect(known).toEqual([true, false, false]);
  });

  it('waits for the shortest time that so many matches can take', () => {
    const under = { ...rules, minMatchMinutes: 3 };
    expect([5, 6].map((played) => isWhole('met', { played, under }))).toEqual([false, true]);
  });

  it('waits for a time of change', () => {
    const reading = stats(20, { matches: 1, played: 10, modified: null });
    const deltas = deltasBetween(initial, reading);
    expect(isReportedWhole('old', { baseline: initial, reading, deltas }, conditions, rules)).toBe(false);
    expect(certainlyBeganInTime(initial, reading, entry, rules)).toBe(false);
  });

  it('does not wait for a late match that was lost', () => {
    expect([4, 5].map((kills) => isWhole('late', { kills }))).toEqual([true, false]);
  });
});
