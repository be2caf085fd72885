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
 * What a page with the card field must be allowed to load, beyond our own. Stripe's script comes from Stripe alone, as
 * its rules for card data demand; a stand-in serves script, frame and calls from the one address that it has.
 * Nothing where no card payments are configured.
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

/** The script that a stand-in serves in the place of Stripe's; null where the real Stripe is configured, or nothing. */
export function standInScript({ apiBase, publishableKey }: CardProvider): string | null {
  return publishableKey && apiBase !== stripeApi ? `${apiBase}/stripe/v3.js` : null;
}
