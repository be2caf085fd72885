// SPDX-License-Identifier: Apache-2.0

/** What this feature tells the others. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** A cart was bought. Published by db/functions/shop.sql, in the statement that buys it. */
    'purchase.completed': { orderId: string; playerId: string };
    /** A card that was sold without a code was delivered. */
    'purchase.delivered': { purchaseId: string; playerId: string };
    /** A bad code of a bought card was replaced by the code `codeId`. */
    'purchase.code-replaced': { purchaseId: string; playerId: string; codeId: string; title: string };
    /** The coins of an undelivered card went back. */
    'purchase.refunded': { purchaseId: string; playerId: string };
    /** Its buyer paid once more for an order that a restored database does not have: the coins had come back with it. */
    'purchase.charged-again': { orderId: string; playerId: string; gcCoin: number };
    /** A sold-out gift card can be bought again: a batch of those who asked to be told. */
    'gift-card.restocked': {
      giftCardId: string;
      title: string;
      alerts: { alertId: string; playerId: string }[];
    };
  }
}

export {};
