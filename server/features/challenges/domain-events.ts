// SPDX-License-Identifier: Apache-2.0

import type { FinalReason } from '../../../contract/verdict-terms.ts';

/** What this feature tells the others. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** An attempt ended in SUCCESS or FAILED. None of practice is told here or below: that has an event of its own. */
    'challenge.finished': {
      attemptId: string;
      playerId: string;
      status: 'SUCCESS' | 'FAILED';
      /** XP that it gave. */
      xp: number;
      /** When, as ISO 8601. */
      at: string;
    };
    /** An attempt ended, however it did; `voided` where an administrator ended it. Amounts are in coins. */
    'challenge.decided': {
      attemptId: string;
      playerId: string;
      description: string;
      status: 'SUCCESS' | 'FAILED' | 'CANCELLED';
      /** Not in those that an earlier version told. */
      reason?: FinalReason | 'voided';
      rewardGC: number;
      refundGC: number;
    };
    /** A practice attempt ended, however it did. It moved nothing and counts nowhere: to be told of, and for nothing else. */
    'challenge.practised': {
      attemptId: string;
      playerId: string;
      description: string;
      status: 'SUCCESS' | 'FAILED' | 'CANCELLED';
      /** Not in those that an earlier version told. */
      reason?: FinalReason;
      /** What a success at the challenge brings, in coins. */
      rewardGC: number;
    };
    /**
     * People decided that an attempt counts as won, which had been lost or cancelled: `challenge.finished` may have been told
     * of it, with less XP and not as a success, or is never told. `xp` is all that it gave, and `at` when it ended.
     */
    'challenge.overturned': {
      attemptId: string;
      playerId: string;
      description: string;
      xp: number;
      /** As ISO 8601. */
      at: string;
    };
    /** People decided a dispute, either way. */
    'dispute.decided': {
      disputeId: string;
      attemptId: string;
      playerId: string;
      outcome: 'upheld' | 'won';
      description: string;
    };
    /** An administrator voided an attempt that had ended. What else is told of it an earlier version did not tell. */
    'challenge.voided': {
      attemptId: string;
      playerId: string;
      description?: string;
      /** Coins of the reward that were taken back, and of the entry fee that went back. */
      rewardGC?: number;
      refundGC?: number;
    };
  }
}
