// SPDX-License-Identifier: Apache-2.0

import type { PageSources } from '../../platform/http/web-pages.ts';

const stripeApi = 'https://api.stripe.com';
const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];

interface CardProvider {
  /** Origin of the card provider's API. */
  apiBase: string;
  publishableKey: string;
}

/**
 * The sources that a page with the card field must be allowed to load, besides our own origin. Stripe's script comes
 * only from Stripe, as its rules for card data require; a stand-in serves script, frame and calls from its one address.
 * Nothing if no card payments are configured.
 */
export function cardFieldSources({ apiBase, publishableKey }: CardProvider): Omit<PageSources, 'images'> {
  if (!publishableKey) return { scripts: [], frames: [], connections: [] };
  if (apiBase !== stripeApi) return { scripts: [apiBase], frames: [apiBase], connections: [apiBase] };
  return {
    scripts: stripeScripts,
    frames: [...stripeScripts, 'https://hooks.stripe.com'],
    connections: [stripeApi],
  };
}

/** The script that a stand-in serves instead of Stripe's; null if the real Stripe or nothing is configured. */
export function standInScript({ apiBase, publishableKey }: CardProvider): string | null {
  return publishableKey && apiBase !== stripeApi ? `${apiBase}/stripe/v3.js` : null;
}
