// SPDX-License-Identifier: Apache-2.0

import { type PlayerPromotion, playerPromotion } from '../../../contract/promotions.ts';

/** A running promotion that pays 15 XP for each challenge, three times a day. */
export function promotionFixture(changes: Partial<PlayerPromotion> = {}): PlayerPromotion {
  return playerPromotion.parse({
    _id: '018f0000-0000-7000-8000-000000000001',
    title: 'Daily grind',
    description: '',
    type: 'CHALLENGE',
    triggers: ['COMPLETE_CHALLENGE'],
    startDate: '2026-11-20T00:00:00.000Z',
    endDate: '2026-11-27T00:00:00.000Z',
    leaderboardRewards: [],
    autoRun: true,
    isActive: true,
    isCompleted: false,
    completed: false,
    status: 'ACTIVE',
    phase: 'active',
    eventConfig: { rewardType: 'XP', rewardAmount: 15, multiplier: 1, userCap: 0, dailyCap: 3 },
    reward: 15,
    mine: { rewards: 4, today: 1, earned: 60, toBeSent: 0, rank: null, xp: 0 },
    ...changes,
  });
}
