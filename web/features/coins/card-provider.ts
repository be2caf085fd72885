// SPDX-License-Identifier: Apache-2.0

import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions } from '@tanstack/react-query';
import type { Settings } from '../../../contract/settings.ts';

/** Adds a script to the page, once. */
function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`Failed to load ${src}`));
    };
    document.head.append(script);
  });
}

async function loadCardProvider(key: string, standIn: string | null): Promise<Stripe> {
  // The loader uses an existing window.Stripe, so the stand-in must load first.
  if (standIn && !('Stripe' in window)) await loadScript(standIn);
  const stripe = await loadStripe(key);
  if (!stripe) throw new Error('Failed to load Stripe.js');
  return stripe;
}

/** Stripe in the browser, loaded when a screen first needs it. Pages without a card field never load it. */
export function cardProviderQuery({
  stripePublishableKey,
  stripeScriptUrl,
}: Pick<Settings, 'stripePublishableKey' | 'stripeScriptUrl'>) {
  return queryOptions({
    queryKey: ['card-provider', stripePublishableKey],
    queryFn: () => loadCardProvider(stripePublishableKey ?? '', stripeScriptUrl),
    enabled: stripePublishableKey !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // An object with methods, so not data that the query cache could share.
    structuralSharing: false,
  });
}
