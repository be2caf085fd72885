// SPDX-License-Identifier: Apache-2.0

import type { ApprovalStatus } from '../../../contract/approvals-admin.ts';

/** What this feature tells the others. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** A change waits; told to those who may approve it, or to everybody if it only waits for its time (`isDelayed`). */
    'approval.asked': {
      approvalId: string;
      playerId: string;
      title: string;
      why: string;
      isDelayed: boolean;
      /** Until when it can be decided, as ISO 8601. */
      until: string;
    };
    /** What became of it; told to who asked. Not why, which may name somebody. */
    'approval.decided': {
      approvalId: string;
      playerId: string;
      title: string;
      status: Exclude<ApprovalStatus, 'waiting'>;
    };
  }
}
