// SPDX-License-Identifier: Apache-2.0

/**
 * The webhook with which `finalring doctor` checks that a correctly signed one gets through: signed in 1970, so it is
 * refused for its age, and has no effect.
 */
const signedAt = 1;
const body = JSON.stringify({ object: 'finalring.doctor' });

export async function signProbe(secret: string): Promise<{ body: string; signature: string }> {
  const { default: Stripe } = await import('stripe');
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: signedAt });
  return { body, signature };
}

/** Whether a webhook that was refused for its age was such a probe, so needs no warning. */
export const isProbe = (signature: unknown): boolean => String(signature).startsWith(`t=${signedAt},`);
