// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { gameIds } from './games/games.ts';

/** Public settings that the web app needs before anyone signs in. */
export const settings = z.object({
  brandName: z.string(),
  supportEmail: z.string(),
  supportPhone: z.string(),
  /** The brand's pages on other sites, in display order. */
  socialLinks: z.array(z.url()),
  /** The invitation to the Discord server; null if there is none. */
  discordServerUrl: z.url().nullable(),
  /** Whether a Discord sign-in also returns the linked game accounts. */
  provesEpicByDiscord: z.boolean(),
  /** Address of the sandbox while one is in use; otherwise null. */
  sandboxUrl: z.string().nullable(),
  /** For the card field in the browser; null if no card payments are configured. */
  stripePublishableKey: z.string().nullable(),
  /** Address of a stand-in for Stripe's browser script; null: uses Stripe's own. */
  stripeScriptUrl: z.string().nullable(),
  /** Base address of gift card pictures. */
  imageBaseUrl: z.string(),
  /** The dashboard asks for confirmation before a larger adjustment of coins. */
  coinAdjustmentWarningGC: z.int().nonnegative(),
  /** For how many days after deletion a sign-in can recover the account; 0: not at all. */
  deletionGraceDays: z.int().nonnegative(),
  /** The games that can be played. */
  games: z.array(z.enum(gameIds)),
  /** Where a browser may fetch the public records of a game's matches. */
  publicRecords: z.partialRecord(z.enum(gameIds), z.string()),
  /** Divides all challenge times; 1 in production. */
  challengeTimeScale: z.number(),
});
export type Settings = z.infer<typeof settings>;

export const settingsApi = {
  get: endpoint({
    method: 'GET',
    path: '/config',
    access: 'public',
    summary: 'Get the public settings',
    data: settings,
  }),
};
