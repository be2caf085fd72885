// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, id, linesOfText, timestamp } from './endpoint.ts';
import { holdReasons } from './referrals.ts';

const person = z.object({ playerId: id, name: z.string(), handle: z.string() });

export const heldReferral = z.object({
  _id: id,
  referrer: person,
  invitee: person,
  signedUpAt: timestamp,
  finishedAt: timestamp,
  reasons: z.array(z.enum(holdReasons)),
});
export type HeldReferral = z.infer<typeof heldReferral>;

/** How many held referrals are listed at once. Deciding some makes room for more. */
export const maxHeldListed = 200;

export const referralsAdminApi = {
  held: endpoint({
    method: 'GET',
    path: '/referrals/held',
    access: 'users:read',
    summary: 'List referrals in review',
    data: z.array(heldReferral),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/referrals/:id/decide',
    access: 'users:write',
    isIrreversible: true,
    idempotent: true,
    summary: 'Decide a referral in review',
    params: z.object({ id }),
    body: z.object({
      isCounted: z.boolean(),
      reason: z.string().trim().min(1).max(500).regex(linesOfText),
    }),
    data: z.object({ _id: id, status: z.enum(['qualified', 'not_counted']) }),
    refusals: ['not_found', 'conflict_of_interest', 'referral_decided'],
  }),
};
