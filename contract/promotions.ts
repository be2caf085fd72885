// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id, timestamp } from './endpoint.ts';
import { eventConfig } from './promotion-terms.ts';
import { publicPlayer } from './public-players.ts';
import { triggers } from './triggers.ts';

export const promotionPhases = ['upcoming', 'active', 'finished'] as const;
/** A status derived from `isActive`, `isCompleted` and the dates. */
const promotionStatuses = ['UPCOMING', 'ACTIVE', 'FINISHED', 'INACTIVE', 'COMPLETED'] as const;
export type PromotionStatus = (typeof promotionStatuses)[number];

/** The fields of a promotion that both players and administrators see. */
export const promotionFields = {
  _id: id,
  title: z.string(),
  description: z.string(),
  type: z.string(),
  triggers: z.array(z.enum(triggers)),
  startDate: timestamp,
  endDate: timestamp,
  leaderboardRewards: z.array(amount),
  autoRun: z.boolean(),
  isActive: z.boolean(),
  isCompleted: z.boolean(),
  /** Same as the field above: the specification uses both names. */
  completed: z.boolean(),
  status: z.enum(promotionStatuses),
  phase: z.enum(promotionPhases),
};

/** A place on the board of an ACTIVITY_WEEKLY promotion. */
export const promotionPlace = z.object({
  rank: z.int().min(1),
  player: publicPlayer,
  isMe: z.boolean(),
  xp: amount,
  /** What the place pays or paid. */
  reward: amount,
});

export type PromotionPlace = z.infer<typeof promotionPlace>;

/** A promotion as players see it, with their own progress. */
export const playerPromotion = z.object({
  ...promotionFields,
  eventConfig: eventConfig.omit({ budget: true }),
  /** One reward with its multiplier; 0 if the promotion pays places instead. */
  reward: amount,
  mine: z.object({
    /** Rewards so far, in total and today, as the caps count them: including those taken back later. */
    rewards: amount,
    today: amount,
    /** What they paid, minus what was taken back. */
    earned: amount,
    /** The part that hasn't been sent yet. */
    toBeSent: amount,
    /** The player's place on the board of an ACTIVITY_WEEKLY promotion. */
    rank: z.int().nullable(),
    xp: amount,
  }),
});
export type PlayerPromotion = z.infer<typeof playerPromotion>;

const params = z.object({ id });

export const promotionsApi = {
  mine: endpoint({
    method: 'GET',
    path: '/events/mine',
    access: 'signed-in',
    summary: 'List events with your progress',
    data: z.array(playerPromotion),
  }),
  board: endpoint({
    method: 'GET',
    path: '/events/:id/board',
    access: 'signed-in',
    summary: 'Get the board of a weekly event',
    params,
    data: z.object({ places: z.array(promotionPlace), mine: promotionPlace.nullable() }),
    refusals: ['not_found'],
  }),
};
