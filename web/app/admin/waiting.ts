// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { waitingQuery } from '../../features/approvals/api.ts';
import { waitingDisputesQuery } from '../../features/challenges/admin/disputes-api.ts';
import { waitingAnomaliesQuery } from '../../features/fair-play/api.ts';
import { failingWebhooksQuery } from '../../features/outgoing-webhooks/api.ts';
import { failedWorkQuery } from '../../features/overview/api.ts';
import { heldReferralsQuery } from '../../features/referrals/admin/api.ts';
import { waitingRequestsQuery } from '../../features/shop/admin/api.ts';
import type { DashboardTab } from './tabs.ts';

/** One tab's waiting work. */
export interface Waiting {
  count: number;
  /** For screen readers: how many are overdue, or how many wait for this administrator. */
  note: string;
  tone: 'loss' | 'storm' | 'muted';
}

type Timed = { waiting: number; overdue: number } | undefined;

const simple = (count = 0, tone: Waiting['tone'] = 'storm'): Waiting => ({ count, note: '', tone });

const timed = ({ waiting, overdue }: NonNullable<Timed>): Waiting => ({
  count: waiting,
  note: overdue > 0 ? `, ${overdue} of them overdue` : '',
  tone: overdue > 0 ? 'loss' : 'storm',
});

/** The waiting work of each given tab, by path. The inbox has the total. */
export function useWaiting(tabs: readonly DashboardTab[]): Readonly<Record<string, Waiting>> {
  const isShown = (path: string) => tabs.some((tab) => tab.path === path);
  const alerts: Timed = useQuery({ ...waitingRequestsQuery, enabled: isShown('alerts') }).data;
  const disputes: Timed = useQuery({ ...waitingDisputesQuery, enabled: isShown('disputes') }).data;
  const approvals = useQuery({ ...waitingQuery, enabled: isShown('approvals') }).data;
  const anomalies = useQuery({ ...waitingAnomaliesQuery, enabled: isShown('fair-play') }).data;
  const referrals = useQuery({ ...heldReferralsQuery, enabled: isShown('referrals') }).data;
  const webhooks = useQuery({ ...failingWebhooksQuery, enabled: isShown('outgoing-webhooks') }).data;
  const failed = useQuery({ ...failedWorkQuery, enabled: isShown('overview') }).data;
  const counts: Record<string, Waiting> = {
    overview: simple(failed?.length, 'loss'),
    alerts: alerts ? timed(alerts) : simple(),
    disputes: disputes ? timed(disputes) : simple(),
    'fair-play': simple(anomalies),
    referrals: simple(referrals?.length),
    approvals: {
      count: approvals?.waiting ?? 0,
      note: approvals?.mine ? `, ${approvals.mine} for you` : '',
      tone: approvals?.mine ? 'storm' : 'muted',
    },
    'outgoing-webhooks': simple(webhooks?.length, 'loss'),
  };
  const all = Object.entries(counts).filter(([path, { count }]) => count > 0 && isShown(path));
  const inbox = all.length > 0 && isShown('inbox') && sum(all.map(([, each]) => each));
  return { ...Object.fromEntries(all), ...(inbox && { inbox }) };
}

/** Adds several counts into one. */
export function sum(each: readonly Waiting[]): Waiting {
  const tones = each.map(({ tone }) => tone);
  const tone = tones.includes('loss') ? 'loss' : tones.includes('storm') ? 'storm' : 'muted';
  return { count: each.reduce((total, { count }) => total + count, 0), note: '', tone };
}
