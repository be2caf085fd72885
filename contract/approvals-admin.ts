// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id, linesOfText, timestamp } from './endpoint.ts';
import { pageNumber } from './paging.ts';
import { asNumber } from './sent-numbers.ts';

/** Kinds of change, each with its own limit. */
export const approvalKinds = [
  'adjustment',
  'payout',
  'package',
  'packagePerDollar',
  /** Of a gift card or a package, in percent. */
  'priceCut',
  /** How many coins below the cost of its codes a gift card's price is. */
  'belowCost',
  'challengeReward',
  'ruling',
  /** Exceeds a daily limit. */
  'daily',
  /** Raises a daily limit. */
  'limit',
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];
/** The largest change of each kind without approval: in Gamer Coins, or in percent for a price cut. */
export type ApprovalLimits = Readonly<Record<Exclude<ApprovalKind, 'daily'>, number>>;

/**
 * `unfit`: the change was approved or fell due, but could no longer be applied; `decisionReason` says why. Every status
 * except `waiting` is final.
 */
export const approvalStatuses = [
  'waiting',
  'carried_out',
  'refused',
  'withdrawn',
  'expired',
  'unfit',
] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** Why an administrator may not approve a request. */
export const approvalObstacles = {
  own: 'You asked for this yourself, so someone else has to approve it',
  benefits: 'This concerns your own account, so someone else has to approve it',
  permission: 'Your role can’t do this itself, so you can’t approve it',
  appointed:
    'One of you gave the other their role, directly or through others, so someone else has to approve it',
  office: 'You haven’t been an administrator long enough to approve this',
} as const;
export type ApprovalObstacle = keyof typeof approvalObstacles;
const obstacleNames = Object.keys(approvalObstacles) as [ApprovalObstacle, ...ApprovalObstacle[]];

const person = z.object({ _id: id, name: z.string() });

export const approval = z.object({
  _id: id,
  kind: z.enum(approvalKinds),
  /** In words: "Adjust the coins of a user". */
  title: z.string(),
  /** The subject as in the audit log: `user:{id}`. Has no id if the subject is new. */
  subject: z.string(),
  /** Null if unbounded, as for an event without a budget. */
  coins: amount.nullable(),
  limit: amount,
  /** The current values at the time the administrator asked. */
  before: z.unknown(),
  after: z.unknown(),
  /** The reason as the administrator wrote it. */
  reason: z.string(),
  askedBy: person,
  askedAt: timestamp,
  status: z.enum(approvalStatuses),
  /** When it expires without a decision; null if it only waits for `dueAt`. */
  expiresAt: timestamp.nullable(),
  /** Set if no other administrator could be asked: then it is carried out at this time, unless refused before. */
  dueAt: timestamp.nullable(),
  decidedBy: person.nullable(),
  decidedAt: timestamp.nullable(),
  decisionReason: z.string(),
  /** Why the caller may not approve it; null if they may, or if it is no longer waiting. */
  obstacle: z.enum(obstacleNames).nullable(),
});
export type Approval = z.infer<typeof approval>;

const params = z.object({ id });
const reason = z.string().trim().max(500).regex(linesOfText);
const decided = z.object({ _id: id, status: z.enum(approvalStatuses) });

export const approvalsApi = {
  list: endpoint({
    method: 'GET',
    path: '/approvals',
    access: 'approvals:decide',
    summary: 'List changes for a second administrator',
    query: z.object({
      show: z.enum(['waiting', 'decided']).default('waiting'),
      page: pageNumber,
      pageSize: asNumber(z.int().min(1).max(100)).default(25),
    }),
    isList: true,
    data: z.object({ list: z.array(approval), total: amount }),
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/approvals/waiting',
    access: 'approvals:decide',
    summary: 'Count waiting changes',
    data: z.object({ waiting: amount, mine: amount }),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/approvals/:id/approve',
    access: 'approvals:decide',
    isIrreversible: true,
    idempotent: true,
    summary: 'Approve and carry out a waiting change',
    message: 'Approved and carried out',
    params,
    body: z.object({ reason: reason.default('') }),
    data: decided,
    refusals: [
      'not_found',
      'approval_decided',
      'approval_not_yours',
      'approval_unfit',
      'idempotency_key_reused',
    ],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/approvals/:id/refuse',
    access: 'approvals:decide',
    idempotent: true,
    summary: 'Refuse or withdraw a waiting change',
    message: ({ status }) => (status === 'withdrawn' ? 'Withdrawn' : 'Refused'),
    params,
    body: z.object({ reason: reason.min(1, 'Reason is required') }),
    data: decided,
    refusals: ['not_found', 'approval_decided', 'idempotency_key_reused'],
  }),
};
