import Stripe from 'stripe';
import { z } from 'zod';

/** What Stripe says has happened, as far as it matters here. */
export interface CardEvent {
  id: string;
  /** Stripe's name of it, such as `payment_intent.succeeded`. */
  type: string;
  happenedAt: Date;
  /** The object it is about: an intent, a charge, a refund, a dispute. */
  objectId: string;
  /** The intent itself, or the one that the object belongs to; null where it belongs to none. */
  intentId: string | null;
  /** Our row, where the object names it. */
  paymentId: string | null;
  amountCents: number | null;
  /** Of an intent: what was paid so far. */
  receivedCents: number | null;
  currency: string | null;
  status: string | null;
}

const toleranceSeconds = 300;

const text = z.string().max(500);
const cents = z.int().nonnegative();
const event = z.object({
  id: text.min(1),
  object: z.literal('event'),
  type: text,
  created: z.int().nonnegative(),
  data: z.object({
    object: z.object({
      id: text.default(''),
      object: text,
      payment_intent: text.nullish().catch(null),
      amount: cents.nullish().catch(null),
      amount_received: cents.nullish().catch(null),
      currency: text.nullish().catch(null),
      status: text.nullish().catch(null),
      metadata: z.record(z.string(), z.string()).nullish().catch(null),
    }),
  }),
});

/** Whether one of the secrets signed these bytes less than five minutes before `now`. */
function isSigned(rawBody: Buffer, signature: string, secrets: readonly string[], now: Date): boolean {
  return secrets.some((secret) => {
    try {
      Stripe.webhooks.constructEvent(rawBody, signature, secret, toleranceSeconds, undefined, now.getTime());
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Reads a webhook.
 * @param rawBody the bytes as sent: the signature covers them
 * @param signature header `Stripe-Signature`
 * @param secrets any of them may have signed
 * @returns undefined where it is forged, too old or no event at all
 */
export function readCardEvent(
  rawBody: Buffer,
  signature: unknown,
  secrets: readonly string[],
  now: Date,
): CardEvent | undefined {
  if (typeof signature !== 'string' || !isSigned(rawBody, signature, secrets, now)) return undefined;
  const { data: read } = event.safeParse(JSON.parse(rawBody.toString('utf8')));
  if (!read) return undefined;
  const { object } = read.data;
  const isIntent = object.object === 'payment_intent';
  return {
    id: read.id,
    type: read.type,
    happenedAt: new Date(read.created * 1000),
    objectId: object.id,
    intentId: isIntent ? object.id : (object.payment_intent ?? null),
    paymentId: object.metadata?.paymentId ?? null,
    amountCents: object.amount ?? null,
    receivedCents: object.amount_received ?? null,
    currency: object.currency ?? null,
    status: object.status ?? null,
  };
}
