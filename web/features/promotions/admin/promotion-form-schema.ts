// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import {
  findPromotionFault,
  type PromotionInput,
  promotionInput,
} from '../../../../contract/promotion-terms.ts';
import type { AdminPromotion } from '../../../../contract/promotions-admin.ts';
import type { FormOf } from '../../../ui/form-dialog.tsx';
import { isByRank } from '../promotion-rules.ts';

/** The form's schema for a promotion, with rewards by rank as typed. Its output is sent to the server. */
export const promotionForm = promotionInput
  .extend({
    leaderboardRewards: z
      .array(z.string())
      .transform(numbersIn)
      .pipe(promotionInput.shape.leaderboardRewards.unwrap()),
  })
  .transform(asPaid)
  .superRefine((promotion, context) => {
    const fault = findPromotionFault(promotion);
    if (fault) context.addIssue({ code: 'custom', path: [...fault.path], message: fault.message });
  });

export type PromotionFormInput = z.input<typeof promotionForm>;
export type PromotionForm = FormOf<PromotionFormInput, PromotionInput>;

const placesShown = 3;

/** Drops entries that aren't numbers (product specification, section 5); later places move up. */
export function numbersIn(typed: readonly string[]): number[] {
  return typed.flatMap((text) => {
    const number = Number(text);
    return text.trim() === '' || Number.isNaN(number) ? [] : [number];
  });
}

/** Rewards by place and a single reward exclude each other (product specification, section 4.5). */
function asPaid(promotion: PromotionInput): PromotionInput {
  if (!isByRank(promotion)) return { ...promotion, leaderboardRewards: [] };
  return { ...promotion, eventConfig: { ...promotion.eventConfig, rewardAmount: 0 } };
}

/** One reward in whole coins or XP, rounded down like on the server. */
export function oneReward(amount: unknown, multiplier: unknown): number {
  const reward = Math.floor((Number(amount ?? 0) * Math.round((Number(multiplier) || 1) * 100)) / 100);
  return Number.isFinite(reward) ? Math.max(0, reward) : 0;
}

/** The form's initial values: the edited promotion, or the defaults (product specification, section 9). */
export function getStart(edited: AdminPromotion | undefined): PromotionFormInput {
  if (!edited) {
    return {
      title: '',
      description: '',
      type: '',
      triggers: [],
      startDate: '',
      endDate: '',
      leaderboardRewards: padded([]),
      autoRun: true,
      isActive: true,
      eventConfig: defaultConfig,
    };
  }
  const { title, description, type, triggers, startDate, endDate, autoRun, isActive, eventConfig } = edited;
  const { budget, ...config } = eventConfig;
  return {
    title,
    description,
    type,
    triggers,
    startDate,
    endDate,
    leaderboardRewards: padded(edited.leaderboardRewards.map(String)),
    autoRun,
    isActive,
    eventConfig: { ...config, budget: budget ?? undefined },
  };
}

export const defaultConfig = {
  rewardType: 'GC',
  rewardAmount: 0,
  multiplier: 1,
  userCap: 0,
  dailyCap: 0,
  budget: undefined,
} as const;

/** Adds empty fields up to the minimum number of places. */
export function padded(rewards: readonly string[]): string[] {
  return [...rewards, ...Array<string>(Math.max(0, placesShown - rewards.length)).fill('')];
}
