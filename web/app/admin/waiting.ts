// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { waitingQuery } from '../../features/approvals/api.ts';
import { waitingDisputesQuery } from '../../features/challenges/admin/disputes-api.ts';
import { waitingRequestsQuery } from '../../features/shop/admin/api.ts';
import type { DashboardTab } from './tabs.ts';

/** Work of one tab that waits for somebody. */
export interface Waiting {
  count: number;
  /** Part of it that is late, or that waits for the reader alone; for readers of screens. */
  note: string;
  tone: 'loss' | 'storm' | 'muted';
}

/** What waits in each of the given tabs, by the tab's path. */
export function useWaiting(tabs: readonly DashboardTab[]): Readonly<Record<string, Waiting>> {
  const isShown = (path: string) => tabs.some((tab) => tab.path === path);
  const alerts = useQuery({ ...waitingRequestsQuery, enabled: isShown('alerts') }).data;
  const disputes = useQuery({ ...waitingDisputesQuery, enabled: isShown('disputes') }).data;
  const approvals = useQuery({ ...waitingQuery, enabled: isShown('approvals') }).data;
  const timed = ({ waiting, overdue }: { waiting: number; overdue: number }): Waiting => ({
    count: waiting,
    note: overdue > 0 ? `, ${overdue} of them overdue` : '',
    tone: overdue > 0 ? 'loss' : 'storm',
  });
  return {
    ...(alerts?.waiting && { alerts: timed(alerts) }),
    ...(disputes?.waiting && { disputes: timed(disputes) }),
    ...(approvals?.waiting && {
      approvals: {
        count: approvals.waiting,
        note: approvals.mine > 0 ? `, ${approvals.mine} for you` : '',
        tone: approvals.mine > 0 ? 'storm' : 'muted',
      },
    }),
  };
}
