// SPDX-License-Identifier: Apache-2.0

/** What this feature tells the others. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** A promotion gave a player something; not for what is only collected. */
    'event.rewarded': {
      rewardId: string;
      playerId: string;
      title: string;
      amount: number;
      currency: 'GC' | 'XP';
    };
    /** A batch of collected rewards of one promotion was paid. */
    'event.rewards-sent': {
      title: string;
      currency: 'GC' | 'XP';
      rewards: { rewardId: string; playerId: string; amount: number }[];
    };
  }
}

export {};
