// SPDX-License-Identifier: Apache-2.0

import { theGame } from '../../../contract/games/games.ts';
import type { Tx } from '../../platform/db/database.ts';
import { hasChallenges, insertChallenge, insertVariant } from './challenge-store.ts';

/** [place to reach, kills, entry fee in GC, reward in GC] */
type Offer = readonly [
  requiredPlacement: number,
  requiredKills: number,
  entryFeeGC: number,
  rewardGC: number,
];

const demo: readonly { description: string; isActive: boolean; offers: readonly Offer[] }[] = [
  {
    description: 'Survive the ring: reach the last ten of one Solo match',
    isActive: true,
    offers: [
      [10, 3, 100, 180],
      [10, 5, 100, 260],
      [1, 5, 100, 900],
    ],
  },
  {
    description: 'First steps: stay in the last twenty-five',
    isActive: true,
    offers: [
      [25, 1, 50, 80],
      [25, 4, 50, 130],
    ],
  },
  {
    description: 'Crown night: win it all. Opens on weekends',
    isActive: false,
    offers: [[1, 8, 250, 3000]],
  },
];

/** The challenges of a demo, two open and one closed, for a database that has none. */
export async function seedChallenges(tx: Tx): Promise<void> {
  if (await hasChallenges(tx)) return;
  for (const { description, isActive, offers } of demo) {
    const challengeId = await insertChallenge(tx, { game: theGame.id, description, isActive });
    for (const [position, [requiredPlacement, requiredKills, entryFeeGC, rewardGC]] of offers.entries()) {
      await insertVariant(tx, challengeId, {
        requiredPlacement,
        requiredKills,
        entryFeeGC,
        rewardGC,
        position,
      });
    }
  }
}
