// SPDX-License-Identifier: Apache-2.0

/** Domain events that this feature publishes. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** A player asks another one to be friends. */
    'friend.asked': {
      playerId: string;
      fromId: string;
      /** When, as ISO 8601. */
      at: string;
    };
    /** A player won, and these friends are to be notified; both sides want that. */
    'friend.won': { attemptId: string; playerIds: readonly string[]; description: string };
  }
}

export {};
