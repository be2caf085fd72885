// SPDX-License-Identifier: Apache-2.0

/**
 * The webhook that `finalring doctor` sends to see whether one that is signed with the secret gets through: signed in
 * 1970, so it is refused for its age, and has no effect.
 */
const signedAt = 1;
const body = JSON.stringify({ object: 'finalring.doctor' });

export async function signProbe(secret: string): Promise<{ body: string; signature: string }> {
  const { default: Stripe } = await import('stripe');
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: signedAt });
  return { body, signature };
}

/** Whether a webhook that was refused for its age was such a probe, and no reason to worry. */
export const isProbe = (signature: unknown): boolean => String(signature).startsWith(`t=${signedAt},`);
