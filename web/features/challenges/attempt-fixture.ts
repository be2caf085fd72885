// SPDX-License-Identifier: Apache-2.0

import type { Attempt } from '../../../contract/challenges.ts';

/** A whole attempt for tests in this folder; `changes` replace its parts. */
export function makeAttempt(changes: Partial<Attempt> = {}): Attempt {
  return {
    _id: '0198f000-0000-7000-8000-000000000001',
    game: 'fortnite',
    challenge: {
      description: 'Storm Surge',
      challengeVariants: [
        {
          _id: '0198f000-0000-7000-8000-0000000000a1',
          challengeType: 'TOP10_5KILL_SOLO',
          entryFeeGC: 50,
          rewardGC: 120,
          requiredPlacement: 10,
          requiredKills: 5,
        },
        {
          _id: '0198f000-0000-7000-8000-0000000000a2',
          challengeType: 'TOP1_0KILL_SOLO',
          entryFeeGC: 100,
          rewardGC: 900,
          requiredPlacement: 1,
          requiredKills: 0,
        },
      ],
    },
    challengeType: 'TOP10_5KILL_SOLO',
    epicId: 'Stormrider',
    status: 'PENDING',
    startedAt: '2026-11-20T18:00:00.000Z',
    completedAt: null,
    initialStats: { kills: 3331, wins: 40, matches: 1772, top10: 300, top25: 610 },
    finalStats: null,
    entryFeeGC: 50,
    rewardGiven: 0,
    refundGC: 0,
    processingFeeGC: 0,
    xpGiven: 0,
    reason: null,
    startBy: '2026-11-20T18:40:00.000Z',
    isPractice: false,
    sawOlderMatch: false,
    ...changes,
  };
}
