// SPDX-License-Identifier: Apache-2.0

import { type SandboxAddresses, sandboxCardKeys } from './options.ts';

/** Where the services of a sandbox at this origin are; also for processes that use the sandbox of another. */
export function addressesAt(url: string, keys = sandboxCardKeys): SandboxAddresses {
  return {
    url,
    googleIssuer: `${url}/google`,
    discordBaseUrl: `${url}/discord`,
    gameStatsBaseUrl: `${url}/fortnite`,
    arenaUrl: `${url}/arena`,
    stripeApiBase: url,
    stripeScriptUrl: `${url}/stripe/v3.js`,
    stripeSecretKey: keys.secretKey,
    stripePublishableKey: keys.publishableKey,
    stripeWebhookSecret: keys.webhookSecret,
  };
}
