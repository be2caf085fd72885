// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { type Refusal, refuse } from '../../platform/refusal.ts';

/** The parts of a Stripe event that we need. */
export interface CardEvent {
  id: string;
  /** Stripe's type, such as `payment_intent.succeeded`. */
  type: string;
  happenedAt: Date;
  /** The object of the event: an intent, a charge, a refund, a dispute. */
  objectId: string;
  /** The intent itself, or the object's intent; null without one. */
  intentId: string | null;
  /** Our row's id, if the object has it. */
  paymentId: string | null;
  /** The installation that placed the order, if the object has it. */
  installationId: string | null;
  amountCents: number | null;
  /** For an intent: the amount paid so far. */
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

async function isSigned(
  rawBody: Buffer,
  signature: string,
  secrets: readonly string[],
  { now, toleranceSeconds }: { now: Date; toleranceSeconds: number },
): Promise<boolean> {
  const { default: Stripe } = await import('stripe');
  return secrets.some((secret) => {
    try {
      // Not `constructEvent`: it also throws for a body of another form, which says nothing about the signature.
      const { signature: signatures } = Stripe.webhooks;
      return (
        signatures?.verifyHeader(rawBody, signature, secret, toleranceSeconds, undefined, now.getTime()) ===
        true
      );
    } catch {
      return false;
    }
  });
}

/** The age by the time in the signature, which the signature covers. */
function secondsSince(signature: string, now: Date): number {
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]);
  return Math.floor(now.getTime() / 1000) - signedAt;
}

/** Recognizes a webhook that is refused only for its time: the fault is a clock's, not the sender's. */
async function signatureRefusal(
  rawBody: Buffer,
  signature: unknown,
  secrets: readonly string[],
  now: Date,
): Promise<Refusal | undefined> {
  if (typeof signature !== 'string') return refuse('webhook_not_signed');
  if (await isSigned(rawBody, signature, secrets, { now, toleranceSeconds })) return undefined;
  if (!(await isSigned(rawBody, signature, secrets, { now, toleranceSeconds: Number.MAX_SAFE_INTEGER })))
    return refuse('webhook_not_signed');
  return refuse('webhook_too_old', { seconds: secondsSince(signature, now), allowed: toleranceSeconds });
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The form that it claims to be, for an operator. */
function formOf(body: unknown): { form: string; type: string } {
  const { object, type } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const word = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : 'unknown');
  return { form: word(object), type: word(type) };
}

/**
 * Reads a webhook.
 * @param rawBody the bytes as sent: the signature covers them
 * @param signature header `Stripe-Signature`
 * @param secrets any of them may have signed it
 *
 * Refuses `webhook_not_signed` if it is forged, `webhook_too_old`, and `webhook_of_another_form` if it is signed but
 * not an event that we can read: a "thin" one, for example, which links to an object instead of containing it.
 */
export async function readCardEvent(
  rawBody: Buffer,
  signature: unknown,
  secrets: readonly string[],
  now: Date,
): Promise<CardEvent | Refusal> {
  const refusal = await signatureRefusal(rawBody, signature, secrets, now);
  if (refusal) return refusal;
  const body = parseJson(rawBody);
  const { data: read } = event.safeParse(body);
  if (!read) return refuse('webhook_of_another_form', { ...formOf(body) });
  const { object } = read.data;
  const isIntent = object.object === 'payment_intent';
  return {
    id: read.id,
    type: read.type,
    happenedAt: new Date(read.created * 1000),
    objectId: object.id,
    intentId: isIntent ? object.id : (object.payment_intent ?? null),
    paymentId: object.metadata?.paymentId ?? null,
    installationId: object.metadata?.installationId ?? null,
    amountCents: object.amount ?? null,
    receivedCents: object.amount_received ?? null,
    currency: object.currency ?? null,
    status: object.status ?? null,
  };
}
