// SPDX-License-Identifier: Apache-2.0

import type { Permission } from '../../../../contract/permissions.ts';
import { useWaitingApprovals } from '../../../features/approvals/waiting-approvals.tsx';
import { useWaitingDisputes } from '../../../features/challenges/admin/waiting-disputes.tsx';
import { useWaitingAnomalies } from '../../../features/fair-play/waiting-anomalies.tsx';
import { useWaitingWebhooks } from '../../../features/outgoing-webhooks/waiting-webhooks.ts';
import { useWaitingFailures } from '../../../features/overview/waiting-failures.tsx';
import { useWaitingReferrals } from '../../../features/referrals/admin/waiting-referrals.tsx';
import { useWaitingRequests } from '../../../features/shop/admin/waiting-requests.tsx';
import type { WaitingKind, WaitingWork } from '../../../ui/waiting-work.ts';

/** The kinds of work in the inbox. Administrators see the kinds whose tabs they may open. */
export const inboxKinds = {
  alerts: {
    label: 'Alerts',
    one: 'Alert',
    to: '/dashboard/alerts?status=waiting',
    permission: 'deliveries:read',
  },
  disputes: { label: 'Disputes', one: 'Dispute', to: '/dashboard/disputes', permission: 'disputes:read' },
  'fair-play': {
    label: 'Fair play',
    one: 'Fair play',
    to: '/dashboard/fair-play',
    permission: 'fair-play:read',
  },
  referrals: { label: 'Referrals', one: 'Referral', to: '/dashboard/referrals', permission: 'users:read' },
  approvals: {
    label: 'Approvals',
    one: 'Approval',
    to: '/dashboard/approvals',
    permission: 'approvals:decide',
  },
  webhooks: {
    label: 'Webhooks',
    one: 'Webhook',
    to: '/dashboard/outgoing-webhooks',
    permission: 'outgoing-webhooks:read',
  },
  failed: {
    label: 'Failed work',
    one: 'Failed work',
    to: '/dashboard/overview',
    permission: 'overview:read',
  },
} as const satisfies Record<string, { label: string; one: string; to: string; permission: Permission }>;
export type InboxKind = keyof typeof inboxKinds;
export const inboxKindNames = Object.keys(inboxKinds) as InboxKind[];

/** Waiting work by kind. */
export function useAllWaiting(): Record<InboxKind, WaitingKind> {
  return {
    alerts: useWaitingRequests(),
    disputes: useWaitingDisputes(),
    'fair-play': useWaitingAnomalies(),
    referrals: useWaitingReferrals(),
    approvals: useWaitingApprovals(),
    webhooks: useWaitingWebhooks(),
    failed: useWaitingFailures(),
  };
}

export interface InboxRow extends WaitingWork {
  kind: InboxKind;
  isOverdue: boolean;
}

/** Pure: merges all kinds into one list, overdue work first, then the oldest. */
export function toInbox(
  waiting: Readonly<Record<InboxKind, Pick<WaitingKind, 'work'>>>,
  now: number,
): InboxRow[] {
  const rows = inboxKindNames.flatMap((kind) =>
    (waiting[kind].work ?? []).map((work) => ({
      ...work,
      kind,
      isOverdue: work.dueAt != null && Date.parse(work.dueAt) <= now,
    })),
  );
  return rows.sort(
    (one, other) =>
      Number(other.isOverdue) - Number(one.isOverdue) || Date.parse(one.since) - Date.parse(other.since),
  );
}

/** Pure: the most urgent work of each kind, in the inbox's order. */
export function firstOfEach(...inbox: Parameters<typeof toInbox>): InboxRow[] {
  return toInbox(...inbox).filter(
    ({ kind }, place, rows) => rows.findIndex((row) => row.kind === kind) === place,
  );
}
