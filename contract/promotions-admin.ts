// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { isUndo, loadedFields } from './edits.ts';
import { amount, endpoint, id, lineOfText, timestamp } from './endpoint.ts';
import { pageNumber, rowsOfPage } from './paging.ts';
import { eventConfig, promotionInput, rewardTypes } from './promotion-terms.ts';
import { playerPromotion, promotionFields } from './promotions.ts';

/** A promotion as administrators see it. */
export const adminPromotion = z.object({
  ...promotionFields,
  eventConfig,
  /** True while its rewards are being sent (`GET /events/{id}/sending`). It is completed once all are sent. */
  isSending: z.boolean(),
  budgetSpent: amount,
  rewardsPaid: amount,
  rewardsCollected: amount,
  createdAt: timestamp,
});
export type AdminPromotion = z.infer<typeof adminPromotion>;

/** What sending a promotion's rewards would pay now. */
export const payouts = z.object({
  rewardType: z.enum(rewardTypes),
  players: amount,
  total: amount,
  /** The largest first. */
  list: z
    .array(z.object({ playerId: id, name: z.string(), handle: z.string(), rank: z.int().nullable(), amount }))
    .max(500),
});
export type Payouts = z.infer<typeof payouts>;

/** Progress of sending a promotion's rewards. */
export const sending = z.object({
  /** `ready`: not started yet. */
  state: z.enum(['ready', 'sending', 'sent']),
  /** Number of rewards on the list when it was closed. */
  rewards: amount,
  rewardsPaid: amount,
  /** Rewards of deleted accounts, and rewards taken back before their turn. */
  rewardsLeftOut: amount,
  amountPaid: amount,
  startedAt: timestamp.nullable(),
  /** When the last batch was paid. */
  movedAt: timestamp.nullable(),
  /** Seconds until everything is sent, at the current pace; null while the pace is unknown. */
  secondsLeft: amount.nullable(),
  /** True if no batch has been paid for so long that something must be wrong. Sending resumes automatically. */
  isStandingStill: z.boolean(),
});
export type Sending = z.infer<typeof sending>;

/** A run of the scheduler. */
export const scheduledRun = z.object({
  /** `event.start`, `event.end` (pays places), `giveaway.draw`, or a recurring task's name. */
  task: z.string(),
  subject: z.object({
    kind: z.enum(['event', 'giveaway']).nullable(),
    _id: id.nullable(),
    title: z.string(),
  }),
  /** In the past if it is overdue. */
  runAt: timestamp,
  /** Consecutive failures. */
  attempts: amount,
  lastError: z.string().nullable(),
});
export type ScheduledRun = z.infer<typeof scheduledRun>;

const params = z.object({ id });

/**
 * Added when saving a promotion that can't count anything any more, perhaps because of a mistyped date. The dashboard
 * asks before saving.
 */
function getNote({ phase }: AdminPromotion): string {
  return phase === 'finished' ? '. It’s already over: nothing from now on counts for it' : '';
}

const adminQuery = z.object({
  /** Matches anywhere in the title or type. */
  search: z.string().trim().max(100).regex(lineOfText).optional(),
  page: pageNumber,
  pageSize: rowsOfPage,
});

export const promotionsAdminApi = {
  /** The specification has one address for both; our screens use `mine` or `listAll`. */
  list: endpoint({
    method: 'GET',
    path: '/events',
    access: 'signed-in',
    summary: 'List events for the caller',
    query: adminQuery,
    isList: true,
    data: z.object({ list: z.array(z.union([adminPromotion, playerPromotion])), total: amount }),
  }),
  listAll: endpoint({
    method: 'GET',
    path: '/events/all',
    access: 'events:read',
    summary: 'List all events',
    query: adminQuery,
    isList: true,
    data: z.object({ list: z.array(adminPromotion), total: amount }),
  }),
  schedule: endpoint({
    method: 'GET',
    path: '/events/schedule',
    access: 'events:read',
    summary: 'Get the schedule of runs',
    data: z.array(scheduledRun),
  }),
  create: endpoint({
    method: 'POST',
    path: '/events',
    access: 'events:write',
    idempotent: true,
    summary: 'Create an event',
    message: (promotion) => `Event created${getNote(promotion)}`,
    body: promotionInput,
    data: adminPromotion,
    refusals: ['event_invalid', 'waits_for_approval'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/events/:id',
    access: 'events:write',
    idempotent: true,
    summary: 'Change an event',
    message: (promotion) => `Event updated${getNote(promotion)}`,
    params,
    body: promotionInput.extend({ loaded: loadedFields, isUndo }),
    data: adminPromotion,
    refusals: [
      'not_found',
      'changed_meanwhile',
      'event_invalid',
      'event_completed',
      'event_sending',
      'waits_for_approval',
    ],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/events/:id',
    access: 'events:write',
    idempotent: true,
    summary: 'Delete an event',
    message: 'Event deleted successfully',
    params,
    refusals: ['not_found', 'event_sending'],
  }),
  preview: endpoint({
    method: 'GET',
    path: '/events/:id/payouts',
    access: 'events:read',
    summary: 'Preview the payouts of an event',
    params,
    data: payouts,
    refusals: ['not_found', 'event_already_sent', 'event_sending', 'event_sends_itself'],
  }),
  send: endpoint({
    method: 'POST',
    path: '/events/run-leaderboard/:id',
    access: 'events:send',
    isIrreversible: true,
    idempotent: true,
    summary: 'Send the rewards of an event',
    message: ({ isFinished }) => (isFinished ? 'Rewards sent successfully' : 'Rewards are being sent'),
    params,
    data: z.object({
      players: amount,
      total: amount,
      /** False while batches are left to pay; `GET /events/{id}/sending` has the progress. */
      isFinished: z.boolean(),
    }),
    refusals: [
      'not_found',
      'event_already_sent',
      'event_sending',
      'event_sends_itself',
      'event_running',
      'waits_for_approval',
    ],
  }),
  sending: endpoint({
    method: 'GET',
    path: '/events/:id/sending',
    access: 'events:read',
    summary: 'Get the progress of a payout',
    params,
    data: sending,
    refusals: ['not_found'],
  }),
};
