import { z } from 'zod';
import { amount, endpoint, id, timestamp } from './endpoint.ts';
import { eventConfig, triggers } from './event-terms.ts';

export const eventPhases = ['upcoming', 'active', 'finished'] as const;
/** One word for what `isActive`, `isCompleted` and the dates say together. */
const eventStatuses = ['UPCOMING', 'ACTIVE', 'FINISHED', 'INACTIVE', 'COMPLETED'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** What players and administrators see of an event. */
export const eventFields = {
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
  status: z.enum(eventStatuses),
  phase: z.enum(eventPhases),
};

/** A place on the board of an ACTIVITY_WEEKLY event. */
export const eventPlace = z.object({
  rank: z.int().min(1),
  name: z.string(),
  isMe: z.boolean(),
  xp: amount,
  /** What the place pays, or has paid. */
  reward: amount,
});

/** An event as players see it, with their own standing. */
export const playerEvent = z.object({
  ...eventFields,
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
    /** On the board of an ACTIVITY_WEEKLY event. */
    rank: z.int().nullable(),
    xp: amount,
  }),
});
export type PlayerEvent = z.infer<typeof playerEvent>;

const params = z.object({ id });

export const eventsApi = {
  mine: endpoint({
    method: 'GET',
    path: '/events/mine',
    access: 'signed-in',
    summary: 'Active, coming and finished events with one’s own progress',
    data: z.array(playerEvent),
  }),
  board: endpoint({
    method: 'GET',
    path: '/events/:id/board',
    access: 'signed-in',
    summary: 'The first places of an ACTIVITY_WEEKLY event, and one’s own',
    params,
    data: z.object({ places: z.array(eventPlace), mine: eventPlace.nullable() }),
    refusals: ['not_found'],
  }),
};
