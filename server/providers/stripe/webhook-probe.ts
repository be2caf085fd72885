// SPDX-License-Identifier: Apache-2.0

/**
 * What `finalring doctor` sends to see whether a webhook that is signed by the secret gets through: signed in 1970, so it is
 * refused for its time, and nothing of it is done.
 */
const signedAt = 1;
const body = JSON.stringify({ object: 'finalring.doctor' });

export async function signProbe(secret: string): Promise<{ body: string; signature: string }> {
  const { default: Stripe } = await import('stripe');
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: signedAt });
  return { body, signature };
}

/** Whether a webhook that was refused for its time was such a one, and no reason to worry. */
export const isProbe = (signature: unknown): boolean => String(signature).startsWith(`t=${signedAt},`);
