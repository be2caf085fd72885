// SPDX-License-Identifier: Apache-2.0

import type { FinalReason } from '../../../contract/verdict-terms.ts';

/** Domain events that this feature publishes. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /**
     * An attempt ended in SUCCESS or FAILED. Practice attempts have an event of their own and publish none of the
     * others.
     */
    'challenge.finished': {
      attemptId: string;
      playerId: string;
      status: 'SUCCESS' | 'FAILED';
      /** XP that it gave. */
      xp: number;
      /** When, as ISO 8601. */
      at: string;
    };
    /** An attempt ended in any way; the reason is `voided` if an administrator ended it. Amounts are in coins. */
    'challenge.decided': {
      attemptId: string;
      playerId: string;
      description: string;
      status: 'SUCCESS' | 'FAILED' | 'CANCELLED';
      /** Missing in events of earlier versions. */
      reason?: FinalReason | 'voided';
      rewardGC: number;
      refundGC: number;
    };
    /** A practice attempt ended in any way. It moved nothing and counts nowhere; the event is for notifications only. */
    'challenge.practised': {
      attemptId: string;
      playerId: string;
      description: string;
      status: 'SUCCESS' | 'FAILED' | 'CANCELLED';
      /** Missing in events of earlier versions. */
      reason?: FinalReason;
      /** Coins that a success at the challenge pays. */
      rewardGC: number;
    };
    /** A match that began before entry was reported for a running attempt; another one can still be started. */
    'challenge.older-match-seen': {
      attemptId: string;
      playerId: string;
      description: string;
      /** Seconds left to start a match. */
      leftSeconds: number;
    };
    /**
     * An administrator decided that a lost or cancelled attempt counts as won. `challenge.finished` may have been
     * published for it before, with less XP and not as a success. `xp` is all the XP that it gave, `at` when it ended.
     */
    'challenge.overturned': {
      attemptId: string;
      playerId: string;
      description: string;
      xp: number;
      /** As ISO 8601. */
      at: string;
    };
    /** A dispute was decided, either way. */
    'dispute.decided': {
      disputeId: string;
      attemptId: string;
      playerId: string;
      outcome: 'upheld' | 'won';
      description: string;
    };
    /** An administrator voided an attempt that had ended. Events of earlier versions lack the optional fields. */
    'challenge.voided': {
      attemptId: string;
      playerId: string;
      description?: string;
      /** Coins of the reward that were taken back, and coins of the entry fee that were refunded. */
      rewardGC?: number;
      refundGC?: number;
    };
  }
}
