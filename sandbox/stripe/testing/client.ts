// SPDX-License-Identifier: Apache-2.0

import Stripe from 'stripe';
import type { Sandbox } from '../../options.ts';

/** The real Stripe package, connected to a sandbox. */
export function stripeAt(sandbox: Sandbox, options: Partial<Stripe.StripeConfig> = {}, key?: string): Stripe {
  const { hostname, port } = new URL(sandbox.stripeApiBase);
  return new Stripe(key ?? sandbox.stripeSecretKey, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    ...options,
  });
}

export const card = ['card'] as Stripe.PaymentIntentCreateParams['allowed_payment_method_types'];

/** The error that a call throws, as data. */
export async function toRefusal(work: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await work;
  } catch (error) {
    const { type, rawType, code, decline_code, statusCode, param, message, payment_intent } =
      error as Stripe.errors.StripeError;
    return { type, rawType, code, decline_code, statusCode, param, message, payment_intent };
  }
  throw new Error('The call was not refused');
}
