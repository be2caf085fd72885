// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What the web app must know before anybody signs in. */
export const settings = z.object({
  brandName: z.string(),
  supportEmail: z.string(),
  supportPhone: z.string(),
  /** The brand's pages on other sites, as they should be shown. */
  socialLinks: z.array(z.url()),
  /** Where players join the Discord server; null if there is none. */
  discordServerUrl: z.url().nullable(),
  /** Whether signing in with Discord shows which game accounts are linked there. */
  provesEpicByDiscord: z.boolean(),
  /** Address of the sandbox while one is in use; otherwise null. */
  sandboxUrl: z.string().nullable(),
  /** For the card field in the browser; null if no card payments are configured. */
  stripePublishableKey: z.string().nullable(),
  /** Address of a stand-in for Stripe's browser script; null: Stripe's own is used. */
  stripeScriptUrl: z.string().nullable(),
  /** Pictures of gift cards are below this address. */
  imageBaseUrl: z.string(),
  /** The dashboard asks for confirmation before adjusting more coins than this at once. */
  coinAdjustmentWarningGC: z.int().nonnegative(),
  /** How many days after its deletion an account can be recovered by signing in; 0: not at all. */
  deletionGraceDays: z.int().nonnegative(),
  /** Challenge times are divided by this (1 in production). */
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
