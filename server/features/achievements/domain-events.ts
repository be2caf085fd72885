// SPDX-License-Identifier: Apache-2.0

/** Domain events that this feature publishes. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** A player has just reached achievements (contract/achievements.ts), each for the first time; at least one. */
    'achievement.reached': { playerId: string; achievements: { id: string; title: string; text: string }[] };
  }
}

export {};
