import { z } from 'zod';
import { amount, endpoint, id, linesOfText, timestamp } from './endpoint.ts';

/**
 * `signed_up`: has not finished a challenge yet. `qualified`: counted and rewarded. `in_review`: finished one, and an
 * administrator looks at it first. `not_counted`: the administrator decided against it.
 */
export const referralStatuses = ['signed_up', 'qualified', 'in_review', 'not_counted'] as const;

/** Why a referral is held for an administrator (docs/rules.md, Referrals). */
export const holdReasons = ['same_epic_account', 'same_card', 'same_network', 'too_many_in_month'] as const;
export type HoldReason = (typeof holdReasons)[number];

export const referral = z.object({
  _id: id,
  name: z.string(),
  signedUpAt: timestamp,
  qualifiedAt: timestamp.nullable(),
  status: z.enum(referralStatuses),
});
export type Referral = z.infer<typeof referral>;

export const heldReferral = z.object({
  _id: id,
  referrer: z.object({ playerId: id, name: z.string() }),
  invitee: z.object({ playerId: id, name: z.string() }),
  signedUpAt: timestamp,
  finishedAt: timestamp,
  reasons: z.array(z.enum(holdReasons)),
});
export type HeldReferral = z.infer<typeof heldReferral>;

export const referralsApi = {
  list: endpoint({
    method: 'GET',
    path: '/referrals',
    access: 'signed-in',
    summary: 'Whom the player invited, newest first, and what became of it',
    isList: true,
    data: z.object({ list: z.array(referral), total: amount, qualified: amount }),
  }),
  held: endpoint({
    method: 'GET',
    path: '/referrals/held',
    access: 'users:read',
    summary: 'Referrals that wait for a decision, oldest first',
    data: z.array(heldReferral),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/referrals/:id/decide',
    access: 'users:write',
    idempotent: true,
    summary: 'Count a held referral, or not',
    params: z.object({ id }),
    body: z.object({
      isCounted: z.boolean(),
      reason: z.string().trim().min(1).max(500).regex(linesOfText),
    }),
    data: z.object({ _id: id, status: z.enum(['qualified', 'not_counted']) }),
    refusals: ['not_found', 'conflict_of_interest', 'referral_decided'],
  }),
};
