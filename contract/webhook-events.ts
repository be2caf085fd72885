// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, id, timestamp } from './endpoint.ts';

/**
 * What operators' own systems can be told by outgoing webhooks: by its type, what the `data` of each event holds. Others
 * build on it, so fields are only ever added. Players are told by their random id, which names nobody without the database.
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
    /** Coins that it paid, and that went back. */
    rewardGC: amount,
    refundGC: amount,
  }),
  /** People decided that it counts as won, against `challenge.decided`. */
  'challenge.overturned': z.object({ ...player, attemptId: id, challenge: z.string() }),
  /** As though it had never been: what it paid was taken back. */
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
        /** Until when its code was promised; null where it had one at once. */
        promisedBy: timestamp.nullable(),
      }),
    ),
  }),
  /** A gift card was sold without a code: somebody has to deliver it. Told beside `purchase.completed`. */
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
  /** Money of a card payment went back (a refund, a dispute), or came again after that. */
  'payment.reversed': z.object({
    ...player,
    paymentId: id,
    package: z.string(),
    /** Taken back; negative where they were given again. */
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

/** Those that can be chosen. */
export type ChosenEventType = Exclude<WebhookEventType, 'webhook.test'>;
export const chosenEventTypes = Object.keys(webhookEvents).filter(
  (type) => type !== 'webhook.test',
) as ChosenEventType[];

/** The body of every webhook: type, when it happened, and what it tells. */
export function webhookBody<Type extends WebhookEventType>(type: Type) {
  return z.object({ type: z.literal(type), timestamp, data: webhookEvents[type] });
}
