// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import type { Challenge } from '../../../contract/challenges.ts';
import { makeAttempt } from './attempt-fixture.ts';
import { getNextStep } from './next-step.ts';

const initialStats = { kills: 100, wins: 4, matches: 50, top10: 20, top25: 30 };

/** Lost at Top 10 and 5 kills. */
function lost(grown: Partial<typeof initialStats>) {
  const finalStats = { ...initialStats, matches: 51 };
  for (const [name, by] of Object.entries(grown)) finalStats[name as keyof typeof initialStats] += by;
  return makeAttempt({ status: 'FAILED', reason: 'conditions-not-met', initialStats, finalStats });
}

function makeChallenge(description: string, asked: [number, number, number][], isActive = true): Challenge {
  const challengeVariants = asked.map(([requiredPlacement, requiredKills, rewardGC]) => ({
    _id: '0198f000-0000-7000-8000-0000000000a3',
    challengeType: `TOP${requiredPlacement}_${requiredKills}KILL_SOLO`,
    entryFeeGC: 50,
    requiredPlacement,
    requiredKills,
    rewardGC,
  }));
  return {
    _id: '0198f000-0000-7000-8000-0000000000b1',
    game: 'fortnite',
    description,
    isActive,
    challengeVariants,
  };
}

const open = [
  makeChallenge('Storm Surge', [
    [10, 5, 120],
    [10, 3, 90],
  ]),
  makeChallenge('First steps', [
    [25, 4, 80],
    [25, 1, 60],
    [25, 2, 65],
  ]),
  makeChallenge('Closed', [[25, 0, 5000]], false),
];
const step = (grown: Partial<typeof initialStats>, challenges = open, balanceGC = 50) => {
  const found = getNextStep(lost(grown), challenges, balanceGC);
  return found && [found.wouldHaveWon, found.challenge.description, found.variant.challengeType];
};

describe('the next step after a loss', () => {
  it('is the highest reward that the same match would have won', () => {
    expect(step({ kills: 4, top10: 1, top25: 1 })).toEqual([true, 'Storm Surge', 'TOP10_3KILL_SOLO']);
    expect(step({ kills: 4, top25: 1 })).toEqual([true, 'First steps', 'TOP25_4KILL_SOLO']);
    const winner = [makeChallenge('Winner', [[1, 3, 900]]), ...open];
    expect(step({ kills: 3, wins: 1, top10: 1, top25: 1 }, winner)).toEqual([
      true,
      'Winner',
      'TOP1_3KILL_SOLO',
    ]);
    expect(step({ kills: 3, top10: 1, top25: 1 }, winner)).toEqual([true, 'Storm Surge', 'TOP10_3KILL_SOLO']);
  });

  it('is otherwise the easiest challenge, if easier than the lost one', () => {
    expect(step({ kills: 9 })).toEqual([false, 'First steps', 'TOP25_1KILL_SOLO']);
    expect(step({ kills: 1 }, [makeChallenge('Hard', [[1, 9, 900]])])).toBeUndefined();
    expect(step({ kills: 1 }, [makeChallenge('The same', [[10, 5, 120]])])).toBeUndefined();
    expect(step({ kills: 1 }, [makeChallenge('More kills', [[25, 6, 120]])])).toBeUndefined();
    expect(step({ kills: 1 }, [makeChallenge('A better place', [[1, 0, 120]])])).toBeUndefined();
    const fewer = [makeChallenge('Fewer kills', [[10, 4, 60]])];
    expect(step({ kills: 1 }, fewer)).toEqual([false, 'Fewer kills', 'TOP10_4KILL_SOLO']);
    const lower = [makeChallenge('A lower place', [[25, 5, 60]])];
    expect(step({ kills: 1 }, lower)).toEqual([false, 'A lower place', 'TOP25_5KILL_SOLO']);
    expect(step({ kills: 1 }, [])).toBeUndefined();
  });

  it('is never a challenge that costs more than the balance', () => {
    expect(step({ kills: 4, top10: 1, top25: 1 }, open, 49)).toBeUndefined();
    expect(step({ kills: 1 }, open, 49)).toBeUndefined();
  });

  it('is found during an upgrade, while some answers name no game', () => {
    const [challenge] = open;
    if (!challenge) throw new Error('no challenge');
    const { game: _, ...unnamed } = challenge;
    expect(getNextStep(lost({ kills: 4, top10: 1 }), [unnamed as Challenge], 50)).toBeDefined();
    const other: Challenge = { ...challenge, game: 'pubg' };
    expect(getNextStep(lost({ kills: 4, top10: 1 }), [other], 50)).toBeUndefined();
  });

  it('is missing when the counters are inconclusive', () => {
    expect(step({ kills: 4, top25: 1, matches: 1 })).toBeUndefined();
    expect(step({ kills: 4, top25: 1, matches: -1 })).toBeUndefined();
    expect(getNextStep({ ...lost({}), reason: 'made-private' }, open, 50)).toBeUndefined();
    expect(getNextStep({ ...lost({}), finalStats: null }, open, 50)).toBeUndefined();
    expect(getNextStep({ ...lost({}), challengeType: 'GONE' }, open, 50)).toBeUndefined();
  });
});
