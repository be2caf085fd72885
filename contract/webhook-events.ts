// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, id, timestamp } from './endpoint.ts';

/**
 * The events that outgoing webhooks send to operators' own systems: the `data` of each, by type. Others build on them, so
 * fields are only ever added. Players appear by their random id, which identifies nobody without the database.
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
  /** A dispute was decided: the attempt counts as won, contrary to `challenge.decided`. */
  'challenge.overturned': z.object({ ...player, attemptId: id, challenge: z.string() }),
  /** The attempt counts as if it had never happened: what it paid was taken back. */
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
        /** By when its code was promised; null if it had one immediately. */
        promisedBy: timestamp.nullable(),
      }),
    ),
  }),
  /** A gift card was sold without a code, so somebody has to deliver it. Sent in addition to `purchase.completed`. */
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
  /** Money from a card payment was returned (a refund, a dispute), or came back after that. */
  'payment.reversed': z.object({
    ...player,
    paymentId: id,
    package: z.string(),
    /** Coins taken back; negative if they were given again. */
    coins: gc,
    reason: z.string(),
    /** Counts the reversals of one payment. */
    number: z.int().positive(),
  }),
  /** The winners are on the giveaway's own page. */
  'giveaway.drawn': z.object({ giveawayId: id, title: z.string() }),
  /** What the button "Send test" sends. */
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
