// SPDX-License-Identifier: Apache-2.0

/** What this feature tells the others. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** Coins were paid by card. `amountCents` in US cents, `at` as ISO 8601; `xp` that came with them, which jobs of versions before lack. */
    'payment.credited': {
      paymentId: string;
      playerId: string;
      packageTitle: string;
      coins: number;
      xp?: number;
      amountCents: number;
      at: string;
    };
    /** Money of a card payment went back, or came again after that; how much now, its feature says. */
    'payment.reversed': {
      paymentId: string;
      playerId: string;
      packageTitle: string;
      /** Taken back; negative where they are given again, 0 where the share is too small to move any. */
      coins: number;
      /** As the transaction history calls it. */
      reason: string;
      /** Counts the reversals of one payment. */
      number: number;
      /** ISO 8601. */
      at: string;
    };
  }
}

export {};
