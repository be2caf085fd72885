// SPDX-License-Identifier: Apache-2.0

/** The domain events that this feature publishes. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** A cart was bought. Published by db/functions/shop.sql, in the statement that buys it. */
    'purchase.completed': { orderId: string; playerId: string };
    /** A card that was sold without a code was delivered with one. */
    'purchase.delivered': { purchaseId: string; playerId: string };
    /**
     * The card was delivered another way, without a code here. A separate event, since workers of the previous release
     * would announce a code.
     */
    'purchase.sent-elsewhere': { purchaseId: string; playerId: string };
    /** A bad code of a bought card was replaced by the code `codeId`. */
    'purchase.code-replaced': { purchaseId: string; playerId: string; codeId: string; title: string };
    /** An undelivered card was refunded. */
    'purchase.refunded': { purchaseId: string; playerId: string };
    /** A buyer was charged again for an order missing from a restored database: the restore had returned the coins. */
    'purchase.charged-again': { orderId: string; playerId: string; gcCoin: number };
    /** A sold-out gift card is available again; carries a batch of the players who asked to be notified. */
    'gift-card.restocked': {
      giftCardId: string;
      title: string;
      alerts: { alertId: string; playerId: string }[];
    };
  }
}

export {};
