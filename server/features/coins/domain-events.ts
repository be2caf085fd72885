// SPDX-License-Identifier: Apache-2.0

/** The domain events that this feature publishes. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /**
     * Coins were paid by card. `amountCents` in US cents, `at` as ISO 8601. `xp` came with them; jobs from earlier versions
     * lack it.
     */
    'payment.credited': {
      paymentId: string;
      playerId: string;
      packageTitle: string;
      coins: number;
      xp?: number;
      amountCents: number;
      at: string;
    };
    /** Money from a card payment was returned, or came in again after that; ask this feature for the current amount. */
    'payment.reversed': {
      paymentId: string;
      playerId: string;
      packageTitle: string;
      /** Coins taken back; negative if they are returned to the player, 0 if the share is too small to move any. */
      coins: number;
      /** The description in the transaction history. */
      reason: string;
      /** Counts the reversals of one payment. */
      number: number;
      /** ISO 8601. */
      at: string;
    };
  }
}

export {};
