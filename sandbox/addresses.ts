// SPDX-License-Identifier: Apache-2.0

import { type SandboxAddresses, sandboxCardKeys } from './options.ts';

/** The addresses of a sandbox's services, also for processes that use another process's sandbox. */
export function addressesAt(url: string, keys = sandboxCardKeys): SandboxAddresses {
  return {
    url,
    googleIssuer: `${url}/google`,
    discordBaseUrl: `${url}/discord`,
    arenaUrl: `${url}/arena`,
    stripeApiBase: url,
    stripeScriptUrl: `${url}/stripe/v3.js`,
    stripeSecretKey: keys.secretKey,
    stripePublishableKey: keys.publishableKey,
    stripeWebhookSecret: keys.webhookSecret,
  };
}
