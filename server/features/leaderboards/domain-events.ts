/** What this feature tells the others. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** Streaks of at least two days that end at midnight UTC unless their players finish a challenge: a batch of them. */
    'streak.ending': {
      /** The UTC day that is missing, as YYYY-MM-DD. */
      day: string;
      streaks: { playerId: string; days: number }[];
    };
  }
}

export {};
