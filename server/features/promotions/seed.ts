// SPDX-License-Identifier: Apache-2.0

import { type PromotionInput, promotionInput } from '../../../contract/promotion-terms.ts';
import type { Tx } from '../../platform/db/database.ts';
import { hasPromotions, insertPromotion } from './event-store.ts';

const dayMs = 24 * 3_600_000;

function demoPromotions(now: Date): PromotionInput[] {
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();
  const dates = { startDate: inDays(-1), endDate: inDays(365) };
  return [
    {
      ...dates,
      title: 'Welcome to the ring',
      description: '500 GC for your first sign-in: enough for your first challenges.',
      type: 'WELCOME',
      triggers: ['FIRST_LOGIN'],
      eventConfig: { rewardAmount: 500, userCap: 1 },
    },
    {
      ...dates,
      title: 'Daily grind',
      description: 'XP for every challenge that you finish, three times a day.',
      type: 'CHALLENGE',
      triggers: ['COMPLETE_CHALLENGE'],
      endDate: inDays(60),
      eventConfig: { rewardType: 'XP', rewardAmount: 15, dailyCap: 3 },
    },
    {
      ...dates,
      title: 'Bring your squad',
      description: '100 GC for every friend who finishes a first challenge.',
      type: 'REFERRAL',
      triggers: ['REFER_FRIEND'],
      eventConfig: { rewardAmount: 100, budget: 100_000 },
    },
    {
      ...dates,
      title: 'Weekly race',
      description: 'The five players who earn the most XP by playing share 1,850 GC.',
      type: 'LEADERBOARD',
      triggers: ['ACTIVITY_WEEKLY'],
      endDate: inDays(6),
      leaderboardRewards: [800, 500, 300, 150, 100],
    },
    {
      ...dates,
      title: 'Double coins weekend',
      description: '100 GC on top of each purchase of coins, for two purchases a player, while it lasts.',
      type: 'FLASH_PROMO',
      triggers: ['BUY_COINS'],
      startDate: inDays(4),
      endDate: inDays(6),
      eventConfig: { rewardAmount: 50, multiplier: 2, userCap: 2, budget: 50_000 },
    },
    {
      ...dates,
      title: 'Discord night',
      description: 'An extra for everybody who signs in with Discord for the first time.',
      type: 'FLASH_PROMO',
      triggers: ['FIRST_LOGIN_DISCORD'],
      isActive: false,
      eventConfig: { rewardAmount: 100, userCap: 1 },
    },
    {
      ...dates,
      title: 'Opening weekend',
      description: 'Paid for the first sign-in with Google during the opening weekend.',
      type: 'FLASH_PROMO',
      triggers: ['FIRST_LOGIN_GOOGLE'],
      startDate: inDays(-30),
      endDate: inDays(-28),
      eventConfig: { rewardAmount: 250, userCap: 1 },
    },
  ].map((promotion) => promotionInput.parse(promotion));
}

/** Demo promotions, for a database without any. */
export async function seedPromotions(tx: Tx, now: Date): Promise<void> {
  if (await hasPromotions(tx)) return;
  for (const promotion of demoPromotions(now)) await insertPromotion(tx, promotion);
}
