// SPDX-License-Identifier: Apache-2.0

/** What this feature tells the others. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** Streaks of at least two days that end at midnight UTC unless their players finish a challenge: a batch of them. */
    'streak.ending': {
      /** The UTC day that is missing, as YYYY-MM-DD. */
      day: string;
      streaks: { playerId: string; days: number }[];
    };
    /** A week is over and its first places are known, or known better: the players whose place changed, 20 at most. */
    'board.closed': { board: string; playerIds: string[] };
  }
}

export {};
