// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { boundAccount, gameAccount } from './account-proof.ts';
import { amount, endpoint, id, timestamp } from './endpoint.ts';
import { publicPlayer } from './public-players.ts';
import { purchasedGiftCard } from './shop.ts';

/** The signed-in player (product specification, section 3). */
export const profile = z.object({
  _id: id,
  googleId: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  permissions: z.array(z.string()),
  /** The account's picture at Google or Discord; only the player sees it. */
  avatar: z.string().nullable(),
  /** How others see the player. */
  inPublic: publicPlayer,
  /** False for a generated handle. */
  isHandleChosen: z.boolean(),
  /** When the handle can be changed again; null: now. */
  handleChangeFrom: timestamp.nullable(),
  isVerified: z.boolean(),
  /** The mail server refuses this address permanently, so receipts and daily mails don't arrive. */
  isMailRefused: z.boolean(),
  /** The player has to accept the terms first (docs/rules/responsible-play.md, 9). */
  areTermsAsked: z.boolean(),
  createdAt: timestamp,
  discordLinked: z.boolean(),
  /** Null before the first entry. */
  epicAccount: boundAccount.nullable(),
  /** Those bound in each game. */
  gameAccounts: z.array(gameAccount),
  /** May be below zero after a claw-back. */
  gamerCoins: z.int(),
  xp: z.int(),
  referralTokens: z.int(),
  referralCode: z.string(),
  totalReferrals: amount,
  invitedUsersCount: amount,
  challengeStats: z.object({ wins: amount, loss: amount, totalChallenges: amount }),
  /** The newest 50. */
  purchasedGiftCards: z.array(purchasedGiftCard),
  /** Pass as `before` to `GET /gift-card/purchases` for older ones; null if there are none. */
  olderGiftCardsBefore: id.nullable(),
});
export type Profile = z.infer<typeof profile>;

export const accountsApi = {
  exchange: endpoint({
    method: 'POST',
    path: '/auth/exchange',
    access: 'public',
    summary: 'Exchange a sign-in token for a session',
    body: z.object({ authToken: z.string().min(1).max(200) }),
    data: z.object({ authToken: z.string() }),
    refusals: ['exchange_invalid', 'sign_in_suspended', 'account_leaving'],
  }),
  keep: endpoint({
    method: 'POST',
    path: '/auth/keep-account',
    access: 'public',
    summary: 'Keep a deleted account',
    body: z.object({ authToken: z.string().min(1).max(200) }),
    data: z.object({ authToken: z.string() }),
    refusals: ['exchange_invalid', 'sign_in_suspended'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'signed-in',
    summary: 'End this session',
  }),
  getProfile: endpoint({
    method: 'GET',
    path: '/auth/get-profile',
    access: 'signed-in',
    summary: 'Get the signed-in player',
    data: profile,
  }),
  generateDiscordToken: endpoint({
    method: 'POST',
    path: '/auth/generate-discord-token',
    access: 'signed-in',
    idempotent: true,
    summary: 'Create a token for /link in Discord',
    data: z.object({ token: z.string(), expiresAt: timestamp }),
    refusals: ['discord_already_linked'],
  }),
};
