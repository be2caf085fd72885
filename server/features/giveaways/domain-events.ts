// SPDX-License-Identifier: Apache-2.0

/** What this feature tells the others. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** A giveaway was drawn; `at` as ISO 8601. */
    /** A player entered a giveaway; or their entry went, since they work on it. */
    'giveaway.entered': { giveawayId: string; playerId: string };
    'giveaway.left': { giveawayId: string; playerId: string };
    'giveaway.drawn': { giveawayId: string; title: string; at: string };
  }
}

export {};
