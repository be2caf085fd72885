// SPDX-License-Identifier: Apache-2.0

/** The domain events that this feature publishes. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** A batch of streaks of at least two days that end at midnight UTC unless their players finish a challenge. */
    'streak.ending': {
      /** The UTC day without a challenge, as YYYY-MM-DD. */
      day: string;
      streaks: { playerId: string; days: number }[];
    };
    /**
     * A week has ended and its first places are final, or were corrected: the players whose place changed, at most 20.
     */
    'board.closed': { board: string; playerIds: string[] };
  }
}

export {};
