// SPDX-License-Identifier: Apache-2.0

/** What this feature tells the others. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** A referral counted: the invited player has finished a first challenge. `number`: how often it has; 1 if not said. */
    'referral.qualified': { inviteeId: string; referrerId: string; number?: number; at: string };
    /** It does not any more, because the attempt that it counted with was voided. */
    'referral.undone': { inviteeId: string; number: number; referrerId?: string };
  }
}

export {};
