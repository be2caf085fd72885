// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, id, timestamp } from './endpoint.ts';

/**
 * Webhook events for operators' own systems: the `data` of each type. Other systems depend on them, so fields are only
 * ever added. Players appear with their random id, which identifies nobody without the database.
 */
const player = { playerId: id };
const cents = z.int().nonnegative();
const gc = z.int();

export const webhookEvents = {
  'challenge.decided': z.object({
    ...player,
    attemptId: id,
    challenge: z.string(),
    status: z.enum(['SUCCESS', 'FAILED', 'CANCELLED']),
    /** Coins that it paid, and coins refunded. */
    rewardGC: amount,
    refundGC: amount,
  }),
  /** A dispute was decided: contrary to `challenge.decided`, the attempt counts as won. */
  'challenge.overturned': z.object({ ...player, attemptId: id, challenge: z.string() }),
  /** The attempt was voided as if it never happened, and its payments were taken back. */
  'challenge.voided': z.object({ ...player, attemptId: id }),
  'purchase.completed': z.object({
    ...player,
    orderId: id,
    totalGC: amount,
    purchases: z.array(
      z.object({
        purchaseId: id,
        giftCardId: id,
        title: z.string(),
        priceGC: amount,
        /** The promised delivery time; null if the code was delivered immediately. */
        promisedBy: timestamp.nullable(),
      }),
    ),
  }),
  /** A gift card was sold without a code, so somebody must deliver it. Sent in addition to `purchase.completed`. */
  'delivery.due': z.object({
    ...player,
    purchaseId: id,
    orderId: id,
    giftCardId: id,
    title: z.string(),
    promisedBy: timestamp,
  }),
  'purchase.delivered': z.object({ ...player, purchaseId: id }),
  'purchase.refunded': z.object({ ...player, purchaseId: id }),
  'payment.credited': z.object({
    ...player,
    paymentId: id,
    package: z.string(),
    coins: amount,
    amountCents: cents,
    currency: z.literal('usd'),
  }),
  /** Money of a card payment was returned (refund or dispute), or returned money came back. */
  'payment.reversed': z.object({
    ...player,
    paymentId: id,
    package: z.string(),
    /** Coins taken back; negative if given again. */
    coins: gc,
    reason: z.string(),
    /** Counts the reversals of the payment. */
    number: z.int().positive(),
  }),
  /** The giveaway's own page lists the winners. */
  'giveaway.drawn': z.object({ giveawayId: id, title: z.string() }),
  /** Sent by the button "Send test". */
  'webhook.test': z.object({ endpointId: id }),
} as const satisfies Record<string, z.ZodType>;

export type WebhookEventType = keyof typeof webhookEvents;
export type WebhookData<Type extends WebhookEventType> = z.output<(typeof webhookEvents)[Type]>;

/** The event types that an endpoint can subscribe to. */
export type ChosenEventType = Exclude<WebhookEventType, 'webhook.test'>;
export const chosenEventTypes = Object.keys(webhookEvents).filter(
  (type) => type !== 'webhook.test',
) as ChosenEventType[];

/** The body of every webhook: the type, when it happened, and its data. */
export function webhookBody<Type extends WebhookEventType>(type: Type) {
  return z.object({ type: z.literal(type), timestamp, data: webhookEvents[type] });
}
