// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { formatAmount } from './amounts.ts';
import { lineOfText, linesOfText } from './endpoint.ts';
import { ifMissing, outside, wholeNumber } from './sent-numbers.ts';
import { triggers } from './triggers.ts';

export const rewardTypes = ['GC', 'XP'] as const;

export const minLeaderboardRewards = 3;
export const maxLeaderboardRewards = 10;
const maxReward = 1_000_000;

/** Of events and giveaways. */
export const endsTooEarly = 'The end must be after the start: choose a later end';

const multiplierRule = outside('Multiplier', 'a number from 0.01 to 1,000 with two decimals at most');

export const eventConfig = z.object({
  rewardType: z.enum(rewardTypes).default('GC'),
  rewardAmount: wholeNumber('Reward amount', 0, maxReward).default(0),
  multiplier: z
    .number(multiplierRule)
    .min(0.01, multiplierRule)
    .max(1000, multiplierRule)
    .multipleOf(0.01, multiplierRule)
    .default(1),
  /** Rewards per player in all; 0 means no limit. */
  userCap: wholeNumber('User cap', 0, 1_000_000).default(0),
  /** Rewards per player and UTC day; 0 means no limit. */
  dailyCap: wholeNumber('Daily cap', 0, 1_000_000).default(0),
  /** The most that the promotion may pay in total; null means no limit. */
  budget: wholeNumber('Budget', 0, 1_000_000_000_000).nullable().default(null),
});
export type PromotionConfig = z.output<typeof eventConfig>;

/** How a form sends an empty number field: as null, or as 0 where 0 makes no sense (product specification, 5). */
function orElse<Schema extends z.ZodType<number>>(
  schema: Schema,
  fallback: number,
  isEmpty = (value: unknown): boolean => value === null,
) {
  return z
    .preprocess((value: unknown) => (isEmpty(value) ? fallback : value), schema)
    .default(fallback as never);
}
const { rewardAmount, multiplier, userCap, dailyCap } = eventConfig.shape;
const configInput = eventConfig.extend({
  rewardAmount: orElse(rewardAmount.unwrap(), 0),
  multiplier: orElse(multiplier.unwrap(), 1, (value) => value === null || value === 0),
  userCap: orElse(userCap.unwrap(), 0),
  dailyCap: orElse(dailyCap.unwrap(), 0),
});

const titleOrTypeMissing = 'Title and Type are required';

/**
 * The fields of a promotion that administrators edit. `findPromotionFault` has the rules about two fields at a time.
 */
export const promotionInput = z.object({
  title: z.string(ifMissing(titleOrTypeMissing)).trim().min(1, titleOrTypeMissing).max(120).regex(lineOfText),
  description: z.string().trim().max(2000).regex(linesOfText).default(''),
  /** Free text, stored in upper case, such as FLASH_PROMO. */
  type: z
    .string(ifMissing(titleOrTypeMissing))
    .trim()
    .min(1, titleOrTypeMissing)
    .max(40)
    .regex(lineOfText)
    .transform((text) => text.toUpperCase()),
  triggers: z
    .array(z.enum(triggers, outside('Trigger', 'one from the list')), 'Choose a trigger')
    .min(1, 'Choose a trigger')
    .max(triggers.length),
  startDate: z.iso.datetime(ifMissing('Start and end dates are required')),
  endDate: z.iso.datetime(ifMissing('Start and end dates are required')),
  /** By rank; only for ACTIVITY_WEEKLY. */
  leaderboardRewards: z
    .array(wholeNumber('A reward', 1, maxReward))
    .max(maxLeaderboardRewards, 'You can provide up to 10 rewards')
    .default([]),
  /** False: rewards are only collected; an administrator sends them. */
  autoRun: z.boolean().default(true),
  isActive: z.boolean().default(true),
  eventConfig: configInput.prefault({}),
});
export type PromotionInput = z.output<typeof promotionInput>;

/**
 * The fault in the combination of a promotion's fields, and the field to show it at (product specification, section 5);
 * undefined if there is none.
 */
export function findPromotionFault(
  promotion: Pick<
    PromotionInput,
    'triggers' | 'startDate' | 'endDate' | 'leaderboardRewards' | 'eventConfig'
  >,
): { path: readonly string[]; message: string } | undefined {
  if (Date.parse(promotion.endDate) <= Date.parse(promotion.startDate)) {
    return { path: ['endDate'], message: endsTooEarly };
  }
  if (!promotion.triggers.includes('ACTIVITY_WEEKLY')) return undefined;
  if (promotion.triggers.length > 1) {
    return {
      path: ['triggers'],
      message: 'ACTIVITY_WEEKLY can’t be combined with another trigger: remove one',
    };
  }
  if (promotion.leaderboardRewards.length < minLeaderboardRewards) {
    return { path: ['leaderboardRewards'], message: 'Please provide at least 3 rewards' };
  }
  const { budget } = promotion.eventConfig;
  const promised = promotion.leaderboardRewards.reduce((sum, reward) => sum + reward, 0);
  if (budget !== null && promised > budget) {
    const message = `A budget of ${formatAmount(budget)} doesn’t cover rewards of ${formatAmount(promised)}: raise it or lower them`;
    return { path: ['eventConfig', 'budget'], message };
  }
  return undefined;
}
