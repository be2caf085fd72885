// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { accountProof } from './account-proof.ts';
import { profile } from './accounts.ts';
import { approvalStatuses } from './approvals-admin.ts';
import { attempt, reading } from './challenges.ts';
import { paymentStatuses } from './coins.ts';
import { dataExport } from './data-export.ts';
import { dispute } from './disputes.ts';
import { amount, id, timestamp } from './endpoint.ts';
import { fairPlayRecord } from './fair-play-admin.ts';
import { gameIds } from './games/games.ts';
import { notificationSettings, pushDevice } from './notification-settings.ts';
import { notification } from './notifications.ts';
import { session } from './own-account.ts';
import { passkey } from './passkeys.ts';
import { playPause, playStatement, spendingLimit } from './responsible-play.ts';
import { receiptShare } from './shared-receipts.ts';
import { purchasedGiftCard } from './shop.ts';
import { historyEntry } from './wallet.ts';

/**
 * All data held about a player, by section, as in the files of an export (docs/rules/export.md, 2). Features declare
 * further tables, with the columns to include. Contains no secrets: no tokens and no gift card codes.
 */
export const playerExport = z.object({
  profile: profile
    .omit({
      epicAccount: true,
      gameAccounts: true,
      purchasedGiftCards: true,
      olderGiftCardsBefore: true,
      challengeStats: true,
      permissions: true,
      isHandleChosen: true,
      handleChangeFrom: true,
      areTermsAsked: true,
    })
    .extend({ discordUserId: z.string().nullable() }),
  handleChanges: z.array(
    z.object({
      handleBefore: z.string(),
      handle: z.string(),
      changedBy: z.enum(['player', 'administrator']),
      changedAt: timestamp,
    }),
  ),
  identities: z.array(
    z.object({
      provider: z.string(),
      /** The player's id at the provider. */
      subject: z.string(),
      email: z.string(),
      isVerified: z.boolean(),
      createdAt: timestamp,
      lastSignedInAt: timestamp,
    }),
  ),
  sessions: z.array(session.omit({ isCurrent: true })),
  /** Only when it was set up, without any secret. */
  secondFactor: z.object({
    appSince: timestamp.nullable(),
    passkeys: z.array(passkey),
    recoveryCodesLeft: amount,
  }),
  /** Exports like this one. */
  dataExports: z.array(dataExport),
  epicAccount: z.array(z.object({ game: z.enum(gameIds), epicId: z.string(), boundAt: timestamp })),
  /** Game accounts that the player has proven to own, by their permanent ids. */
  epicProofs: z.array(accountProof.extend({ game: z.enum(gameIds), account: z.string() })),
  attempts: z.array(attempt.extend({ readings: z.array(reading) })),
  disputes: z.array(dispute.extend({ attemptId: id })),
  sharedReceipts: z.array(receiptShare.extend({ attemptId: id })),
  transfers: z.array(historyEntry),
  purchases: z.array(purchasedGiftCard.omit({ hashCode: true })),
  /** When a code was shown, and to which network address. */
  codeLooks: z.array(z.object({ giftCard: z.string(), address: z.string(), seenAt: timestamp })),
  /** Sold-out cards with a restock alert. */
  restockAlerts: z.array(z.object({ giftCard: z.string(), askedAt: timestamp })),
  payments: z.array(
    z.object({
      _id: id,
      packageTitle: z.string(),
      coins: amount,
      amountCents: amount,
      status: z.enum(paymentStatuses),
      createdAt: timestamp,
      creditedAt: timestamp.nullable(),
      refundedCents: amount,
    }),
  ),
  eventRewards: z.array(
    z.object({
      event: z.string(),
      trigger: z.string(),
      currency: z.string(),
      amount,
      causedAt: timestamp,
      paidAt: timestamp.nullable(),
    }),
  ),
  achievements: z.array(z.object({ title: z.string(), reachedAt: timestamp })),
  giveawayEntries: z.array(
    z.object({ giveaway: z.string(), entry: id, enteredAt: timestamp, hasWon: z.boolean() }),
  ),
  referrals: z.array(
    z.object({ side: z.enum(['inviter', 'invited']), status: z.string(), signedUpAt: timestamp }),
  ),
  /** Without their identity, since an export contains nothing about other people. */
  friends: z.array(z.object({ since: timestamp })),
  friendRequests: z.array(z.object({ side: z.enum(['asked', 'was asked']), askedAt: timestamp })),
  friendChoices: z.array(z.object({ tellsWins: z.boolean(), hearsWins: z.boolean() })),
  /** Unusual signs in how the player plays, pays and signs in, without the people who share them. */
  fairPlay: z.array(fairPlayRecord),
  notifications: z.array(notification),
  /** Notifications sent outside the site; empty if the player chose nothing. */
  notificationChoices: z.array(notificationSettings.pick({ push: true, mail: true, quietHours: true })),
  /** Devices that get messages, without their addresses. */
  pushDevices: z.array(pushDevice.omit({ isCurrent: true })),
  /** Changes to this account that needed a second administrator. */
  approvals: z.array(
    z.object({
      title: z.string(),
      coins: amount.nullable(),
      status: z.enum(approvalStatuses),
      askedAt: timestamp,
      decidedAt: timestamp.nullable(),
    }),
  ),
  /** Date of birth and region, as the player stated them. */
  playStatement: z.array(playStatement),
  spendingLimits: z.array(spendingLimit),
  playPauses: z.array(playPause.omit({ _id: true })),
  acceptedTerms: z.array(z.object({ version: z.string(), at: timestamp })),
  /** Administrators' notes about the player, without their authors. */
  notes: z.array(z.object({ note: z.string(), createdAt: timestamp })),
});
export type PlayerExport = z.infer<typeof playerExport>;
