// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What the web app must know before anybody signs in. */
export const settings = z.object({
  brandName: z.string(),
  supportEmail: z.string(),
  supportPhone: z.string(),
  /** The brand's places elsewhere, as they are to be shown. */
  socialLinks: z.array(z.url()),
  /** Where players join the Discord server; null where there is none. */
  discordServerUrl: z.url().nullable(),
  /** Whether signing in with Discord shows which Epic accounts are linked there. */
  provesEpicByDiscord: z.boolean(),
  /** Address of the sandbox while one is in use, else null. */
  sandboxUrl: z.string().nullable(),
  /** For the card field in the browser; null where no card payments are configured. */
  stripePublishableKey: z.string().nullable(),
  /** Where a stand-in for Stripe's browser script is; null: Stripe's own is used. */
  stripeScriptUrl: z.string().nullable(),
  /** Pictures of gift cards stand below this address. */
  imageBaseUrl: z.string(),
  /** Adjusting more coins than this at once asks for a confirmation in the dashboard. */
  coinAdjustmentWarningGC: z.int().nonnegative(),
  /** For so many days after its deletion an account can be taken back by signing in; 0: it cannot. */
  deletionGraceDays: z.int().nonnegative(),
  /** Challenge times are divided by this (1 in production). */
  challengeTimeScale: z.number(),
});
export type Settings = z.infer<typeof settings>;

export const settingsApi = {
  get: endpoint({
    method: 'GET',
    reads: 'now',
    path: '/config',
    access: 'public',
    summary: 'Public settings',
    data: settings,
  }),
};
