/** What this feature tells the others. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** A giveaway was drawn; `at` as ISO 8601. */
    'giveaway.drawn': { giveawayId: string; title: string; at: string };
  }
}

export {};
