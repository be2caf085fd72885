/** What this feature tells the others. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** A player paused: what they began to pay for is not to be paid any more. */
    'play.paused': { playerId: string };
  }
}

export {};
