// SPDX-License-Identifier: Apache-2.0

/** What this feature tells the others. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** A player paused: what they began to pay for is not to be paid any more. */
    'play.paused': { playerId: string };
    /** A player may do less than before; null: everybody may, as other rules hold. */
    'play.tightened': { playerId: string | null };
  }
}

export {};
