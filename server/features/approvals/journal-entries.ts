// SPDX-License-Identifier: Apache-2.0

/** A change that waited and is never to be carried out. */
export interface NotedDecline {
  approvalId: string;
  status: 'refused' | 'withdrawn' | 'expired' | 'unfit';
}

/** Written by a trigger of `approvals`. */
declare module '../../platform/journal/journal.ts' {
  interface JournalEntries {
    declined: NotedDecline;
  }
}
