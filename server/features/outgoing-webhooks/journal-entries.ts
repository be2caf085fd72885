// SPDX-License-Identifier: Apache-2.0

/** Whether a webhook gets events since `changedAt`. */
export interface NotedWebhook {
  endpointId: string;
  deletedAt: string | null;
  /** Null: it is on. */
  offReason: 'by_hand' | 'failing' | 'gone' | null;
  changedAt: string;
}

/** Written by a trigger of `webhook_endpoints`. */
declare module '../../platform/journal/journal.ts' {
  interface JournalEntries {
    webhook: NotedWebhook;
  }
}
