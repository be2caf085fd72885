// SPDX-License-Identifier: Apache-2.0

/** The domain events that this feature publishes. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** A promotion paid a player a reward; not published for rewards that are only collected. */
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
