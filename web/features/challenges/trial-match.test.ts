// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { decideTrial, maxTrialKills, trialPlaces, trialTerms } from './trial-match.ts';

it('decides every made-up match: won where both conditions are met, else lost', () => {
  for (const place of trialPlaces) {
    for (let kills = 0; kills <= maxTrialKills; kills++) {
      const isMet = kills >= trialTerms.requiredKills && (place === 'won' || place === 'top10');
      const decided = decideTrial(place, kills);
      expect({ place, kills, status: decided.status, reason: decided.reason }).toEqual({
        place,
        kills,
        ...(isMet
          ? { status: 'SUCCESS', reason: 'conditions-met' }
          : { status: 'FAILED', reason: 'conditions-not-met' }),
      });
      expect(decided.settlement).toEqual({ rewardGC: isMet ? 120 : 0, refundGC: 0, processingFeeGC: 0 });
    }
  }
});

it.each([
  ['won', [1, 1, 1]],
  ['top10', [0, 1, 1]],
  ['top25', [0, 0, 1]],
  ['lower', [0, 0, 0]],
] as const)('shows the counters before and after a match that ended as %s', (place, [wins, top10, top25]) => {
  const { before, after } = decideTrial(place, 3);
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
