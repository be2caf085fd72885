// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id, lineOfText, timestamp } from './endpoint.ts';
import { publicPlayer } from './public-players.ts';

/**
 * `signed_up`: no challenge finished yet. `qualified`: counted and rewarded. `in_review`: finished one, and an
 * administrator must review it first. `not_counted`: the administrator decided against it.
 */
export const referralStatuses = ['signed_up', 'qualified', 'in_review', 'not_counted'] as const;

/** Why a referral is held for an administrator (docs/rules/referrals.md, 3). */
export const holdReasons = ['same_epic_account', 'same_card', 'same_network', 'too_many_in_month'] as const;
export type HoldReason = (typeof holdReasons)[number];

export const referral = z.object({
  _id: id,
  player: publicPlayer,
  signedUpAt: timestamp,
  qualifiedAt: timestamp.nullable(),
  status: z.enum(referralStatuses),
});
export type Referral = z.infer<typeof referral>;

/** What an invitation promises to both players. */
export const invitation = z.object({
  /** The inviting player. */
  player: publicPlayer,
  /** Coins that running promotions pay the invited player for the first sign-in; 0: none. */
  welcomeGC: amount,
  /** Coins that they pay the inviting player once the invited player has finished a first challenge; 0: none. */
  referrerGC: amount,
});
export type Invitation = z.infer<typeof invitation>;

export const referralsApi = {
  invitation: endpoint({
    method: 'GET',
    path: '/referrals/invitations/:code',
    access: 'public',
    summary: 'Get the owner of a referral code',
    params: z.object({ code: z.string().min(1).max(64).regex(lineOfText) }),
    data: invitation,
    refusals: ['not_found'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/referrals',
    access: 'signed-in',
    summary: 'List your invited friends',
    isList: true,
    data: z.object({ list: z.array(referral), total: amount, qualified: amount }),
  }),
};
