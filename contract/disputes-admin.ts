// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { attempt } from './challenges.ts';
import { dispute, disputeOutcomes } from './disputes.ts';
import { amount, endpoint, id, linesOfText } from './endpoint.ts';
import { pageNumber } from './paging.ts';
import { asNumber } from './sent-numbers.ts';
import { wordSearch } from './word-search.ts';

export const disputeSorts = ['promisedBy', 'openedAt'] as const;
export const disputeFilters = ['waiting', 'overdue', ...disputeOutcomes] as const;

export const adminDispute = dispute.extend({
  attempt: attempt.pick({ _id: true, challenge: true, challengeType: true, status: true, epicId: true }),
  /** Coins for the player if it is decided as won: the reward minus earlier refunds. */
  winsGC: z.int(),
  /** Name and address are empty if the account is gone. */
  user: z.object({ _id: id, name: z.string(), email: z.string() }),
  isOverdue: z.boolean(),
});
export type AdminDispute = z.infer<typeof adminDispute>;

const waiting = z.object({ waiting: amount, overdue: amount });

export const disputesAdminApi = {
  list: endpoint({
    method: 'GET',
    path: '/challenge/disputes',
    access: 'disputes:read',
    summary: 'Search disputes',
    query: z.object({
      /** Matches the same fields as the search for users. */
      search: wordSearch.optional(),
      status: z.enum(disputeFilters).optional(),
      sort: z.enum(disputeSorts).default('promisedBy'),
      order: z.enum(['asc', 'desc']).default('asc'),
      page: pageNumber,
      pageSize: asNumber(z.int().min(1).max(100)).default(25),
    }),
    isList: true,
    data: z.object({
      list: z.array(adminDispute),
      total: amount,
      isEstimate: z.boolean(),
      ...waiting.shape,
    }),
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/challenge/waiting-disputes',
    access: 'disputes:read',
    summary: 'Count waiting disputes',
    data: waiting,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/challenge/disputes/:id/decide',
    access: 'disputes:write',
    isIrreversible: true,
    idempotent: true,
    summary: 'Decide a dispute',
    message: 'Decided. We’ve told the player.',
    params: z.object({ id }),
    body: z.object({
      outcome: z.enum(disputeOutcomes),
      /** Shown to the player. */
      answer: z.string().trim().min(3).max(1000).regex(linesOfText),
    }),
    data: z.object({ _id: id, outcome: z.enum(disputeOutcomes) }),
    refusals: [
      'not_found',
      'conflict_of_interest',
      'dispute_decided',
      'result_not_disputable',
      'waits_for_approval',
    ],
  }),
};
