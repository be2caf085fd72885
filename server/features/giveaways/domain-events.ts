// SPDX-License-Identifier: Apache-2.0

/** Domain events that this feature publishes. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** A player entered a giveaway; or their entry was removed, because they work on it. */
    'giveaway.entered': { giveawayId: string; playerId: string };
    'giveaway.left': { giveawayId: string; playerId: string };
    /** A giveaway was drawn; `at` as ISO 8601. */
    'giveaway.drawn': { giveawayId: string; title: string; at: string };
  }
}

export {};
