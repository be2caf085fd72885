// SPDX-License-Identifier: Apache-2.0

/** The domain events that this feature publishes. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /**
     * A referral counted: the invited player has finished a first challenge. `number`: how many times it has counted,
     * including this one; default 1.
     */
    'referral.qualified': { inviteeId: string; referrerId: string; number?: number; at: string };
    /** A referral no longer counts, because the attempt with which it counted was voided. */
    'referral.undone': { inviteeId: string; number: number; referrerId?: string };
  }
}

export {};
