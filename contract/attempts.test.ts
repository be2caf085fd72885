// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { toConditions } from './attempt-conditions.ts';
import { challengeRules } from './challenge-rules.ts';
import type { Attempt } from './challenges.ts';
import { countMet } from './performance.ts';
import { shareTitle } from './share-words.ts';

const before = { matches: 100, wins: 5, top10: 20, top25: 40, kills: 300 };
const counters = (gained: Partial<typeof before>) =>
  Object.fromEntries(
    Object.entries(before).map(([name, count]) => [name, count + (gained[name as keyof typeof before] ?? 0)]),
  );

function attempt(
  gained: Partial<typeof before> | null,
  asked: { requiredPlacement?: number; requiredKills?: number; reason?: string; status?: string } = {},
): Attempt {
  const { reason = 'conditions-not-met', status = 'FAILED', ...needed } = asked;
  const other = { challengeType: 'other', requiredPlacement: 25, requiredKills: 1 };
  const variant = { challengeType: 'mine', requiredPlacement: 10, requiredKills: 5, ...needed };
  return {
    challenge: { description: 'Top 10', challengeVariants: [other, variant] },
    challengeType: 'mine',
    status,
    reason,
    initialStats: before,
    finalStats: gained && counters(gained),
    rewardGiven: 0,
  } as unknown as Attempt;
}

describe('the conditions of an attempt', () => {
  const reached = (...args: Parameters<typeof attempt>) =>
    toConditions(attempt(...args)).map(({ what, needed, reached: got, isMet }) => [what, needed, got, isMet]);

  it.each([
    ['won', { matches: 1, wins: 1, top10: 1, top25: 1, kills: 5 }, [1, true], [5, true]],
    [
      'was in the top 10 with one kill too few',
      { matches: 1, top10: 1, top25: 1, kills: 4 },
      [10, true],
      [4, false],
    ],
    ['was in the top 25 with enough kills', { matches: 1, top25: 1, kills: 6 }, [25, false], [6, true]],
    ['was not placed', { matches: 1 }, [null, false], [0, false]],
    [
      'played two matches, so the kills belong to no certain one',
      { matches: 2, top10: 1, kills: 9 },
      [10, true],
      [null, true],
    ],
  ])('are shown for a player who %s', (_who, gained, [place, isPlaced], [kills, isDeadly]) => {
    expect(reached(gained)).toEqual([
      ['placement', 10, place, isPlaced],
      ['kills', 5, kills, isDeadly],
    ]);
  });

  it('are all met after a win, even when the counters fall short', () => {
    expect(reached({ matches: 2 }, { status: 'SUCCESS', reason: 'conditions-met' })).toEqual([
      ['placement', 10, null, true],
      ['kills', 5, null, true],
    ]);
  });

  it('omit kills when the challenge requires none', () => {
    expect(reached({ matches: 1, top10: 1 }, { requiredKills: 0 })).toEqual([['placement', 10, 10, true]]);
  });

  it('are not listed when no match decided the attempt', () => {
    expect(reached({ matches: 1 }, { reason: 'made-private' })).toEqual([]);
    expect(reached(null)).toEqual([]);
    const unknown = { ...attempt({ matches: 1 }), challengeType: 'gone' };
    expect(toConditions(unknown)).toEqual([]);
  });
});

it('counts the matches that met both conditions', () => {
  const matches: Parameters<typeof countMet>[0] = [
    { place: 1, kills: 9 },
    { place: 10, kills: 5 },
    { place: 25, kills: 9 },
    { place: 1, kills: 4 },
    { place: null, kills: 9 },
  ];
  expect(countMet(matches, { requiredPlacement: 10, requiredKills: 5 })).toBe(2);
});

describe('the title of a shared result', () => {
  const result = { challenge: { description: 'Top 10', challengeVariants: [] }, rewardGiven: 1500 };

  it.each([
    ['SUCCESS', 1500, 'I won 1,500 GC: Top 10'],
    ['SUCCESS', 0, 'I won: Top 10'],
    ['FAILED', 0, 'I lost: Top 10'],
    ['CANCELLED', 0, 'Cancelled: Top 10'],
  ] as const)('for %s with %i', (status, rewardGiven, title) => {
    expect(shareTitle({ ...result, status, rewardGiven })).toBe(title);
  });

  it('names the player for other readers', () => {
    const player = { handle: 'Ada', avatar: null };
    expect(shareTitle({ ...result, status: 'SUCCESS' }, player)).toBe('Ada won 1,500 GC: Top 10');
  });
});

it('documents every rule and time that applies to attempts', () => {
  const minute = 60_000;
  expect(challengeRules(1)).toEqual({
    ruleVersion: 3,
    pendingMs: 5 * minute,
    startToleranceMs: 2 * minute,
    startWithinMs: 40 * minute,
    confirmAfterMs: 3 * minute,
    noMatchMs: 100 * minute,
    privateMs: 10 * minute,
    sourceFaultMs: 360 * minute,
    processingFeePercent: 10,
    minMatchMinutes: 1,
    longestMatchMs: 30 * minute,
  });
  expect(challengeRules(600)).toMatchObject({ pendingMs: 500, startToleranceMs: 1_000, minMatchMinutes: 0 });
});
