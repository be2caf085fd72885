import { describe, expect, it } from 'vitest';
import type { AttemptStats, Challenge } from '../../../contract/challenges.ts';
import { makeAttempt } from './attempt-fixture.ts';
import { getNextStep } from './next-step.ts';

const initialStats: AttemptStats = { kills: 100, wins: 4, matches: 50, top10: 20, top25: 30 };

/** Lost at Top 10 and 5 kills. */
function lost(grown: Partial<AttemptStats>) {
  const finalStats = { ...initialStats, matches: 51 };
  for (const [name, by] of Object.entries(grown)) finalStats[name as keyof AttemptStats] += by;
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
  return { _id: '0198f000-0000-7000-8000-0000000000b1', description, isActive, challengeVariants };
}

const open = [
  makeChallenge('Storm Surge', [
    [10, 5, 120],
    [10, 3, 90],
  ]),
  makeChallenge('First steps', [
    [25, 1, 60],
    [25, 4, 80],
  ]),
  makeChallenge('Closed', [[25, 0, 5000]], false),
];
const step = (grown: Partial<AttemptStats>, challenges = open) => {
  const found = getNextStep(lost(grown), challenges);
  return found && [found.wouldHaveWon, found.challenge, found.variant.challengeType];
};

describe('the next step after a loss', () => {
  it('is what the same match would have won, for the highest reward', () => {
    expect(step({ kills: 4, top10: 1, top25: 1 })).toEqual([true, 'Storm Surge', 'TOP10_3KILL_SOLO']);
    expect(step({ kills: 4, top25: 1 })).toEqual([true, 'First steps', 'TOP25_4KILL_SOLO']);
  });

  it('is else the easiest, where it asks for less', () => {
    expect(step({ kills: 9 })).toEqual([false, 'First steps', 'TOP25_1KILL_SOLO']);
    expect(step({ kills: 1 }, [makeChallenge('Hard', [[1, 9, 900]])])).toBeUndefined();
    expect(step({ kills: 1 }, [makeChallenge('The same', [[10, 5, 120]])])).toBeUndefined();
  });

  it('is none where the counters do not tell', () => {
    expect(step({ kills: 4, top25: 1, matches: 1 })).toBeUndefined();
    expect(getNextStep({ ...lost({}), reason: 'made-private' }, open)).toBeUndefined();
  });
});
