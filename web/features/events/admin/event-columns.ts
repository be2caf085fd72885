import type { AdminEvent } from '../../../../contract/events-admin.ts';
import { dataColumns } from '../../../ui/data-columns.ts';
import { oneReward } from './event-form-schema.ts';
import { getMode, getState } from './event-words.ts';

const { column } = dataColumns<AdminEvent>();

/** What the file says of an event, and what is searched. */
export const eventColumns = [
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
