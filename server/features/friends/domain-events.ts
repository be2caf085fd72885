// SPDX-License-Identifier: Apache-2.0

/** Domain events that this feature publishes. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** A player sends a friend request to another. */
    'friend.asked': {
      playerId: string;
      fromId: string;
      /** When, as ISO 8601. */
      at: string;
    };
    /** A player won, and these friends are to be notified; both sides have agreed to that. */
    'friend.won': { attemptId: string; playerIds: readonly string[]; description: string };
  }
}

export {};
