// SPDX-License-Identifier: Apache-2.0

import type { AdminPromotion } from '../../../../contract/promotions-admin.ts';
import { dataColumns } from '../../../ui/data-columns.ts';
import { oneReward } from './promotion-form-schema.ts';
import { getMode, getState } from './promotion-words.ts';

const { column } = dataColumns<AdminPromotion>();

/** A promotion's columns in the CSV file. The search looks at them too. */
export const promotionColumns = [
  column('title', 'Title', ({ title }) => title),
  column('description', 'Description', ({ description }) => description),
  column('type', 'Type', ({ type }) => type),
  column('triggers', 'Triggers', ({ triggers }) => triggers.join(', ')),
  column('startDate', 'Start Date', ({ startDate }) => startDate),
  column('endDate', 'End Date', ({ endDate }) => endDate),
  column('mode', 'Mode', getMode),
  column('state', 'State', getState),
  column('rewardType', 'Reward Type', ({ eventConfig }) => eventConfig.rewardType),
  column('reward', 'Reward', ({ eventConfig }) =>
    oneReward(eventConfig.rewardAmount, eventConfig.multiplier),
  ),
  column('places', 'Leaderboard Rewards', ({ leaderboardRewards }) => leaderboardRewards.join(', ')),
  column('userCap', 'User Cap', ({ eventConfig }) => eventConfig.userCap),
  column('dailyCap', 'Daily Cap', ({ eventConfig }) => eventConfig.dailyCap),
  column('budget', 'Budget', ({ eventConfig }) => eventConfig.budget),
  column('budgetSpent', 'Budget Spent', ({ budgetSpent }) => budgetSpent),
  column('rewardsPaid', 'Rewards Paid', ({ rewardsPaid }) => rewardsPaid),
  column('rewardsCollected', 'Rewards Collected', ({ rewardsCollected }) => rewardsCollected),
];
