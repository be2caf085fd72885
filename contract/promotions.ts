// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id, timestamp } from './endpoint.ts';
import { eventConfig } from './promotion-terms.ts';
import { publicPlayer } from './public-players.ts';
import { triggers } from './triggers.ts';

export const promotionPhases = ['upcoming', 'active', 'finished'] as const;
/** One word for what `isActive`, `isCompleted` and the dates say together. */
const promotionStatuses = ['UPCOMING', 'ACTIVE', 'FINISHED', 'INACTIVE', 'COMPLETED'] as const;
export type PromotionStatus = (typeof promotionStatuses)[number];

/** What players and administrators see of a promotion. */
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
  /** The same: the specification has it under both names. */
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
  /** What the place pays, or has paid. */
  reward: amount,
});

export type PromotionPlace = z.infer<typeof promotionPlace>;

/** A promotion as players see it, with their own standing. */
export const playerPromotion = z.object({
  ...promotionFields,
  eventConfig: eventConfig.omit({ budget: true }),
  /** One reward, multiplier included; 0 where places are paid. */
  reward: amount,
  mine: z.object({
    /** Rewards so far in all and today, as the caps count them: also those that were taken back. */
    rewards: amount,
    today: amount,
    /** What came of them, less what was taken back. */
    earned: amount,
    /** Part of it that is still to be sent. */
    toBeSent: amount,
    /** On the board of an ACTIVITY_WEEKLY promotion. */
    rank: z.int().nullable(),
    xp: amount,
  }),
});
export type PlayerPromotion = z.infer<typeof playerPromotion>;

const params = z.object({ id });

export const promotionsApi = {
  mine: endpoint({
    method: 'GET',
    reads: 'now',
    path: '/events/mine',
    access: 'signed-in',
    summary: 'Active, coming and finished events with one’s own progress',
    data: z.array(playerPromotion),
  }),
  board: endpoint({
    method: 'GET',
    reads: 'now',
    path: '/events/:id/board',
    access: 'signed-in',
    summary: 'The first places of an ACTIVITY_WEEKLY event, and one’s own',
    params,
    data: z.object({ places: z.array(promotionPlace), mine: promotionPlace.nullable() }),
    refusals: ['not_found'],
  }),
};
