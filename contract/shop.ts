// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id, maxCoins, timestamp } from './endpoint.ts';
import { asNumber } from './sent-numbers.ts';

/** Delivered immediately from stock, sold without a code and delivered by an administrator, or unavailable. */
export const availabilities = ['in_stock', 'by_hand', 'sold_out'] as const;
export type Availability = (typeof availabilities)[number];

/** The use of a card: store credit, a season pass, one item, a game's currency, or membership time. */
export const cardKinds = ['wallet', 'pass', 'item', 'currency', 'subscription'] as const;
export type CardKind = (typeof cardKinds)[number];

/** A gift card as players see it, without its codes. */
export const giftCard = z.object({
  _id: id,
  title: z.string(),
  description: z.string(),
  /**
   * Path below the image base address, without size and extension, e.g. `gift-cards/4f0c…`; empty if there is no
   * picture. Files: `{imageBaseUrl}/{image}-{320|640}.{avif|webp}`, 320 x 160 and 640 x 320 pixels.
   */
  image: z.string(),
  /** Lower case: psn, dota, pubg. */
  type: z.string(),
  kind: z.enum(cardKinds),
  gcCoin: z.int().min(1),
  isActive: z.boolean(),
  createdAt: timestamp,
  availability: z.enum(availabilities),
  /** The promised hours for delivery by an administrator. */
  promiseHours: z.int().min(1),
});
export type GiftCard = z.infer<typeof giftCard>;

/** The page of one card. */
export const giftCardPage = giftCard.extend({
  /** Where its code works, such as "United States"; empty if unknown. */
  region: z.string(),
  /** One step per line; empty if unknown. */
  howToRedeem: z.string(),
  /** Whether the player has a restock alert. */
  wantsAlert: z.boolean(),
  /** Up to four other cards on sale of the same type or kind, most similar first. */
  related: z.array(giftCard),
});
export type GiftCardPage = z.infer<typeof giftCardPage>;

export const purchaseStatuses = ['delivered', 'on_its_way', 'refunded'] as const;

/** One bought card. The code is masked; only `reveal` shows it. */
export const purchasedGiftCard = z.object({
  _id: id,
  giftCardId: id,
  image: z.string(),
  title: z.string(),
  description: z.string(),
  type: z.string(),
  kind: z.enum(cardKinds),
  /** The price paid. */
  gcCoin: amount,
  /** The last characters; empty while there is no code, and for a card sent by other means. */
  hashCode: z.string(),
  status: z.enum(purchaseStatuses),
  purchasedAt: timestamp,
  /** When an administrator must deliver it; null if delivered immediately. */
  promisedBy: timestamp.nullable(),
});
export type PurchasedGiftCard = z.infer<typeof purchasedGiftCard>;

/** A whole code, and its PIN; empty if it has none. */
export const revealedCode = z.object({ _id: id, hashCode: z.string(), pin: z.string() });

export const maxCardsOfOneKind = 50;
export const maxCartLines = 50;

/** One line of a cart: `gcCoin` is the price that the player saw. */
export const cartLine = z.object({
  giftCardId: id,
  quantity: z.int().min(1).max(maxCardsOfOneKind),
  gcCoin: z.int().min(1).max(maxCoins),
});
export type CartLine = z.infer<typeof cartLine>;

export const order = z.object({
  _id: id,
  totalGcCoin: amount,
  createdAt: timestamp,
  purchases: z.array(purchasedGiftCard),
});
export type Order = z.infer<typeof order>;

/** The problem with a line; part of the data of the refusal `cart_changed`. */
export const cartProblem = z.object({
  giftCardId: id,
  title: z.string(),
  problem: z.enum(['sold_out', 'price_changed', 'unavailable']),
  /** How many are available now. */
  left: amount,
  /** The current price. */
  gcCoin: amount,
});
export type CartProblem = z.infer<typeof cartProblem>;

/** How many bought cards the profile lists; older ones are on further pages. */
export const cardsOnProfile = 50;

/** How many restock alerts a player may have. */
export const maxRestockAlerts = 50;

export const shopApi = {
  list: endpoint({
    method: 'GET',
    path: '/gift-card/get',
    access: 'signed-in',
    summary: 'List gift cards on sale',
    data: z.array(giftCard),
  }),
  page: endpoint({
    method: 'GET',
    path: '/gift-card/get/:id',
    access: 'signed-in',
    summary: 'Get one gift card',
    params: z.object({ id }),
    data: giftCardPage,
    refusals: ['not_found'],
  }),
  askForAlert: endpoint({
    method: 'PUT',
    path: '/gift-card/:id/restock-alert',
    access: 'signed-in',
    summary: 'Ask for a restock alert',
    params: z.object({ id }),
    data: z.object({ wantsAlert: z.boolean() }),
    refusals: ['not_found', 'card_available', 'too_many_alerts'],
  }),
  withdrawAlert: endpoint({
    method: 'DELETE',
    path: '/gift-card/:id/restock-alert',
    access: 'signed-in',
    summary: 'Remove a restock alert',
    params: z.object({ id }),
    data: z.object({ wantsAlert: z.boolean() }),
  }),
  checkout: endpoint({
    method: 'POST',
    path: '/cart/checkout',
    access: 'signed-in',
    idempotent: true,
    summary: 'Buy a whole cart',
    message: 'Purchase successful!',
    body: z.object({
      items: z
        .array(cartLine)
        .max(maxCartLines)
        .refine((lines) => new Set(lines.map((line) => line.giftCardId)).size === lines.length, {
          message: 'List each gift card only once',
        })
        // The ledger's largest movement. Cards are sold at the prices that the player saw.
        .refine((lines) => lines.reduce((sum, line) => sum + line.quantity * line.gcCoin, 0) <= maxCoins, {
          message: 'An order can cost at most 1,000,000,000,000 GC. Split it',
        }),
    }),
    data: order,
    refusals: [
      'cart_empty',
      'cart_changed',
      'price_by_you',
      'insufficient_coins',
      'coins_frozen',
      'coins_on_hold',
    ],
  }),
  buyOne: endpoint({
    method: 'POST',
    path: '/gift-card/buy-gift-card/:id',
    access: 'signed-in',
    idempotent: true,
    summary: 'Buy one gift card',
    message: 'Purchase successful!',
    params: z.object({ id }),
    data: order,
    refusals: [
      'not_found',
      'gift_card_unavailable',
      'price_by_you',
      'insufficient_coins',
      'coins_frozen',
      'coins_on_hold',
    ],
  }),
  purchases: endpoint({
    method: 'GET',
    path: '/gift-card/purchases',
    access: 'signed-in',
    summary: 'List your gift cards, newest first',
    query: z.object({
      before: id.optional(),
      limit: asNumber(z.int().min(1).max(100)).default(cardsOnProfile),
    }),
    isList: true,
    data: z.object({
      list: z.array(purchasedGiftCard),
      /** Pass it as `before` to get the next page; null on the last page. */
      nextBefore: id.nullable(),
    }),
  }),
  /** Never replayed: no stored response contains a code. A second call shows the code again. */
  reveal: endpoint({
    method: 'POST',
    path: '/gift-card/purchases/:id/reveal',
    access: 'signed-in',
    summary: 'Reveal your gift card code',
    params: z.object({ id }),
    data: revealedCode,
    refusals: ['not_found', 'code_not_ready', 'code_sent_elsewhere', 'code_unreadable'],
  }),
};
