// SPDX-License-Identifier: Apache-2.0

import type { Permission } from '../../../contract/permissions.ts';

export const tabGroups = ['Shop', 'Players', 'Play', 'Money and system'] as const;

export interface DashboardTab {
  label: string;
  /** Path below /dashboard; empty for Gift Cards. */
  path: string;
  /** Needed to see the tab; of several permissions, one is enough. */
  permission: Permission | readonly Permission[];
  /** The overview and the inbox belong to no group. */
  group?: (typeof tabGroups)[number];
}

/**
 * The tabs in order: the overview, the inbox, then each group. Within a group, tabs of the product specification
 * (section 2.15) come first.
 */
export const dashboardTabs: readonly DashboardTab[] = [
  { label: 'Overview', path: 'overview', permission: 'overview:read' },
  {
    label: 'Inbox',
    path: 'inbox',
    permission: [
      'deliveries:read',
      'disputes:read',
      'fair-play:read',
      'users:read',
      'approvals:decide',
      'outgoing-webhooks:read',
      'overview:read',
    ],
  },
  { label: 'Gift Cards', path: '', permission: 'gift-cards:read', group: 'Shop' },
  { label: 'Coins', path: 'coins', permission: 'coins:read', group: 'Shop' },
  { label: 'Alerts', path: 'alerts', permission: 'deliveries:read', group: 'Shop' },
  { label: 'Users', path: 'users', permission: 'users:read', group: 'Players' },
  { label: 'Referrals', path: 'referrals', permission: 'users:read', group: 'Players' },
  { label: 'Fair Play', path: 'fair-play', permission: 'fair-play:read', group: 'Players' },
  { label: 'Events', path: 'events', permission: 'events:read', group: 'Play' },
  { label: 'Giveaways', path: 'giveaways', permission: 'giveaways:read', group: 'Play' },
  { label: 'Challenges', path: 'challenges', permission: 'challenges:read', group: 'Play' },
  { label: 'Disputes', path: 'disputes', permission: 'disputes:read', group: 'Play' },
  { label: 'Play Rules', path: 'play-rules', permission: 'play-rules:read', group: 'Play' },
  { label: 'Books', path: 'books', permission: 'books:read', group: 'Money and system' },
  { label: 'Approvals', path: 'approvals', permission: 'approvals:decide', group: 'Money and system' },
  { label: 'Roles', path: 'roles', permission: 'roles:read', group: 'Money and system' },
  {
    label: 'Webhooks',
    path: 'outgoing-webhooks',
    permission: 'outgoing-webhooks:read',
    group: 'Money and system',
  },
  { label: 'Audit Log', path: 'audit-log', permission: 'audit:read', group: 'Money and system' },
];

export function mayOpen({ permission }: DashboardTab, may: (permission: Permission) => boolean): boolean {
  return [permission].flat().some(may);
}

export function tabAddress({ path }: DashboardTab): string {
  return path ? `/dashboard/${path}` : '/dashboard';
}

/** The tab of an address, including addresses below the tab's own. */
export function tabAt(pathname: string): DashboardTab | undefined {
  const [, , path = ''] = pathname.split('/');
  return dashboardTabs.find((tab) => tab.path === path);
}
