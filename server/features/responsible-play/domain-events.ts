// SPDX-License-Identifier: Apache-2.0

/** The domain events that this feature publishes. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** A player paused: their open payments must not be completed any more. */
    'play.paused': { playerId: string };
    /** A player is more restricted than before; null: this may apply to all players, because the rules changed. */
    'play.tightened': { playerId: string | null };
  }
}

export {};
