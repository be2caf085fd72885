// SPDX-License-Identifier: Apache-2.0

import type { ApprovalStatus } from '../../../contract/approvals-admin.ts';

/** Domain events that this feature publishes. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /**
     * A change waits. Published for each administrator who may approve it; or, if it only waits out a delay
     * (`isDelayed`), for the requester and everyone who might object.
     */
    'approval.asked': {
      approvalId: string;
      playerId: string;
      title: string;
      why: string;
      isDelayed: boolean;
      /** Until when it can be decided, as ISO 8601. */
      until: string;
    };
    /** The outcome, for the administrator who requested it. Without the reason, which may name a person. */
    'approval.decided': {
      approvalId: string;
      playerId: string;
      title: string;
      status: Exclude<ApprovalStatus, 'waiting'>;
    };
  }
}
