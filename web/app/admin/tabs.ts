// SPDX-License-Identifier: Apache-2.0

import type { Permission } from '../../../contract/permissions.ts';

export interface DashboardTab {
  label: string;
  /** Below /dashboard; empty for the first one. */
  path: string;
  /** Required to see it. */
  permission: Permission;
}

/** The tabs in order (product specification, section 2.15, and those that it lacks). */
export const dashboardTabs: readonly DashboardTab[] = [
  { label: 'Gift Cards', path: '', permission: 'gift-cards:read' },
  { label: 'Coins', path: 'coins', permission: 'coins:read' },
  { label: 'Users', path: 'users', permission: 'users:read' },
  { label: 'Events', path: 'events', permission: 'events:read' },
  { label: 'Giveaways', path: 'giveaways', permission: 'giveaways:read' },
  { label: 'Alerts', path: 'alerts', permission: 'deliveries:read' },
  { label: 'Challenges', path: 'challenges', permission: 'challenges:read' },
  { label: 'Disputes', path: 'disputes', permission: 'disputes:read' },
  { label: 'Fair Play', path: 'fair-play', permission: 'fair-play:read' },
  { label: 'Referrals', path: 'referrals', permission: 'users:read' },
  { label: 'Approvals', path: 'approvals', permission: 'approvals:decide' },
  { label: 'Play Rules', path: 'play-rules', permission: 'play-rules:read' },
  { label: 'Webhooks', path: 'outgoing-webhooks', permission: 'outgoing-webhooks:read' },
  { label: 'Roles', path: 'roles', permission: 'roles:read' },
  { label: 'Audit Log', path: 'audit-log', permission: 'audit:read' },
  { label: 'Books', path: 'books', permission: 'books:read' },
  { label: 'Overview', path: 'overview', permission: 'overview:read' },
];

export function tabAddress({ path }: DashboardTab): string {
  return path ? `/dashboard/${path}` : '/dashboard';
}

/** The tab of an address; addresses below a tab's own belong to it too. */
export function tabAt(pathname: string): DashboardTab | undefined {
  const [, , path = ''] = pathname.split('/');
  return dashboardTabs.find((tab) => tab.path === path);
}
