// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import type { Challenge } from '../../../contract/challenges.ts';
import { chooseTrialTerms, decideTrial, maxTrialKills, toMatchOf, trialPlaces } from './trial-match.ts';

const terms = { requiredPlacement: 10, requiredKills: 5, entryFeeGC: 100, rewardGC: 260 };

function makeChallenge(...asked: [number, number][]): Challenge {
  const challengeVariants = asked.map(([requiredPlacement, requiredKills]) => ({
    _id: `${requiredPlacement}-${requiredKills}`,
    challengeType: `TOP${requiredPlacement}_${requiredKills}KILL_SOLO`,
    entryFeeGC: 100,
    rewardGC: 1_000 + requiredKills,
    requiredPlacement,
    requiredKills,
  }));
  return { _id: 'c1', game: 'fortnite', description: 'Storm Surge', isActive: true, challengeVariants };
}

it('uses the terms of an open challenge, preferably for the top 10 and with the most kills', () => {
  const list = [makeChallenge([25, 1], [10, 3]), makeChallenge([10, 5], [10, maxTrialKills + 1], [1, 8])];
  expect(chooseTrialTerms(list)).toMatchObject({ requiredPlacement: 10, requiredKills: 5, rewardGC: 1_005 });
  expect(chooseTrialTerms([makeChallenge([25, 1], [1, 8])])).toMatchObject({
    requiredPlacement: 1,
    requiredKills: 8,
  });
  expect(chooseTrialTerms([])).toBeUndefined();
});

it.each([1, 10, 25])('begins with a match that meets the terms of place %i', (requiredPlacement) => {
  for (const requiredKills of [0, 5, maxTrialKills]) {
    const { place, kills } = toMatchOf({ ...terms, requiredPlacement, requiredKills });
    expect(decideTrial(place, kills, { ...terms, requiredPlacement, requiredKills }).status).toBe('SUCCESS');
  }
});

it('decides every made-up match: won when both conditions are met, otherwise lost', () => {
  for (const place of trialPlaces) {
    for (let kills = 0; kills <= maxTrialKills; kills++) {
      const isMet = kills >= terms.requiredKills && (place === 'won' || place === 'top10');
      const decided = decideTrial(place, kills, terms);
      expect({ place, kills, status: decided.status, reason: decided.reason }).toEqual({
        place,
        kills,
        ...(isMet
          ? { status: 'SUCCESS', reason: 'conditions-met' }
          : { status: 'FAILED', reason: 'conditions-not-met' }),
      });
      expect(decided.settlement).toEqual({ rewardGC: isMet ? 260 : 0, refundGC: 0, processingFeeGC: 0 });
    }
  }
});

it.each([
  ['won', [1, 1, 1]],
  ['top10', [0, 1, 1]],
  ['top25', [0, 0, 1]],
  ['lower', [0, 0, 0]],
] as const)('shows the counters before and after a match that ended as %s', (place, [wins, top10, top25]) => {
  const { before, after } = decideTrial(place, 3, terms);
  const gained = (counter: 'matches' | 'wins' | 'top10' | 'top25' | 'kills' | 'minutesPlayed') =>
    after[counter] - before[counter];
  expect((['wins', 'top10', 'top25'] as const).map(gained)).toEqual([wins, top10, top25]);
  expect((['matches', 'kills', 'minutesPlayed'] as const).map(gained)).toEqual([1, 3, 21]);
  expect([after.kind, after.takenAt, after.lastModified]).toEqual([
    'stats',
    '2026-11-20T18:31:40.000Z',
    '2026-11-20T18:30:55.000Z',
  ]);
  expect([before.kind, before.takenAt, before.lastModified]).toEqual([
    'stats',
    '2026-11-20T18:04:11.000Z',
    '2026-11-20T15:40:02.000Z',
  ]);
});
