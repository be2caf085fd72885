// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { entry, firstRules, initial, rules, secondRules, stats } from './testing/timeline.ts';
import {
  certainlyBeganInTime,
  deltasBetween,
  hasLooseCounters,
  isReportedWhole,
  judgeMatches,
} from './verdict-match.ts';

const conditions = { requiredPlacement: 10, requiredKills: 5 };

it.each([
  [-1, 'old'],
  [0, 'undecidable'],
  [1, 'undecidable'],
])(
  'several matches, the first of them old, of which the last ended %i minutes after entry, are %s',
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
])('a match that ended %d minutes after entry certainly began in time: %s', (ended, isSure) => {
  const reading = stats(45, { matches: 1, modified: ended });
  expect(certainlyBeganInTime(initial, reading, entry, rules)).toBe(isSure);
});

it('counters have come before their match only where no match has, and not under the first rules', () => {
  const isLoose = (matches: number, under = rules) =>
    hasLooseCounters(deltasBetween(initial, stats(20, { matches, kills: 1 })), under);
  expect([isLoose(0), isLoose(1)]).toEqual([true, false]);
  expect([isLoose(0, firstRules), isLoose(0, secondRules)]).toEqual([false, true]);
});

describe('whether what pays has been reported whole', () => {
  const isWhole = (
    worth: 'met' | 'late',
    { under = rules, kills = 5, played = 0 }: { under?: typeof rules; kills?: number; played?: number },
  ) => {
    const reading = stats(20, { matches: 2, top10: 2, kills: 2 * kills, played });
    const deltas = deltasBetween(initial, reading);
    return isReportedWhole(worth, { baseline: initial, reading, deltas }, conditions, under);
  };

  it('takes the first version of the rules to report all at once, and no later one', () => {
    const known = [firstRules, secondRules, rules].map((under) => isWhole('met', { under }));
    expect(known).toEqual([true, false, false]);
  });

  it('waits for the shortest time that so many matches take', () => {
    const under = { ...rules, minMatchMinutes: 3 };
    expect([5, 6].map((played) => isWhole('met', { played, under }))).toEqual([false, true]);
  });

  it('waits for a time of change', () => {
    const reading = stats(20, { matches: 1, played: 10, modified: null });
    const deltas = deltasBetween(initial, reading);
    expect(isReportedWhole('old', { baseline: initial, reading, deltas }, conditions, rules)).toBe(false);
    expect(certainlyBeganInTime(initial, reading, entry, rules)).toBe(false);
  });

  it('waits for none of a late match that was lost', () => {
    expect([4, 5].map((kills) => isWhole('late', { kills }))).toEqual([true, false]);
  });
});
