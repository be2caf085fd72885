// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { makeAttempt } from './attempt-fixture.ts';
import { missedConditions } from './missed-conditions.ts';

const initialStats = { kills: 100, wins: 4, matches: 50, top10: 20, top25: 30 };

function lost(grown: Partial<typeof initialStats>, challengeType = 'TOP10_5KILL_SOLO') {
  const finalStats = { ...initialStats, matches: 51 };
  for (const [name, by] of Object.entries(grown)) finalStats[name as keyof typeof initialStats] += by;
  return makeAttempt({
    status: 'FAILED',
    reason: 'conditions-not-met',
    challengeType,
    initialStats,
    finalStats,
  });
}

describe('missedConditions', () => {
  it('names the missing kills', () => {
    expect(missedConditions(lost({ kills: 2, top10: 1, top25: 1 }))).toEqual(['kills 2 of 5']);
    // Two matches at once: how many kills belong to which is unknown.
    expect(missedConditions(lost({ matches: 1, kills: 4, top10: 1, top25: 1 }))).toEqual([
      'fewer than 5 kills',
    ]);
  });

  it('names the missed place', () => {
    expect(missedConditions(lost({ kills: 7, top25: 1 }))).toEqual(['not in the top 10']);
    expect(missedConditions(lost({ kills: 1 }, 'TOP1_0KILL_SOLO'))).toEqual(['not the winner']);
  });

  it('names both', () => {
    expect(missedConditions(lost({}))).toEqual(['kills 0 of 5', 'not in the top 10']);
  });

  it('names nothing for attempts that were not lost by playing', () => {
    expect(missedConditions({ ...lost({}), reason: 'made-private' })).toEqual([]);
    expect(missedConditions({ ...lost({}), finalStats: null })).toEqual([]);
    expect(missedConditions(makeAttempt({ status: 'SUCCESS', reason: 'conditions-met' }))).toEqual([]);
  });
});
