// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { receipt } from './challenges.ts';
import { endpoint, id, timestamp } from './endpoint.ts';
import { publicPlayer } from './public-players.ts';

/** What a shared receipt shows; omitted parts are hidden. */
const shareOptions = z.object({
  showsEpicName: z.boolean().default(false),
  /** Whether the front page and the player's page may show this win with the player's handle. */
  isListed: z.boolean().default(false),
  /** Whether players who sign up through the link count as invited by this player. */
  isInvitation: z.boolean().default(false),
});
export type ShareOptions = z.infer<typeof shareOptions>;

/** A receipt's public link. `_id` is in its address, and anyone with the address may read it. */
export const receiptShare = z.object({
  _id: id,
  showsEpicName: z.boolean(),
  isListed: z.boolean(),
  isInvitation: z.boolean(),
  sharedAt: timestamp,
});
export type ReceiptShare = z.infer<typeof receiptShare>;

/** A receipt as anyone with its link sees it. */
export const sharedReceipt = receipt.extend({
  player: publicPlayer,
  /** Where the account is, also if its name is hidden; the records of its matches are found by it. */
  platform: z.string().optional(),
  /** The player's referral code, if the link is an invitation. */
  referralCode: z.string().nullable(),
});
export type SharedReceipt = z.infer<typeof sharedReceipt>;

const ofAttempt = { params: z.object({ id }), refusals: ['not_found'] } as const;

export const sharedReceiptsApi = {
  read: endpoint({
    method: 'GET',
    path: '/challenge/shared/:id',
    access: 'public',
    summary: 'Get a shared receipt',
    params: z.object({ id }),
    data: sharedReceipt,
    refusals: ['not_found'],
  }),
  state: endpoint({
    method: 'GET',
    path: '/challenge/attempts/:id/share',
    access: 'signed-in',
    summary: 'Get the share link of your receipt',
    ...ofAttempt,
    data: receiptShare.nullable(),
  }),
  share: endpoint({
    method: 'PUT',
    path: '/challenge/attempts/:id/share',
    access: 'signed-in',
    summary: 'Share your receipt',
    ...ofAttempt,
    body: shareOptions,
    data: receiptShare,
    refusals: ['not_found', 'attempt_undecided', 'only_wins_listed'],
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: '/challenge/attempts/:id/share',
    access: 'signed-in',
    summary: 'Withdraw the share link',
    ...ofAttempt,
  }),
};
