// SPDX-License-Identifier: Apache-2.0

import type { Profile } from '../../../contract/accounts.ts';

export interface NavigationLink {
  label: string;
  to: string;
}

/** Header, mobile menu and footer; sections stand on the home page. */
export const mainLinks: readonly NavigationLink[] = [
  { label: 'Challenges', to: '/home#challenges' },
  { label: 'Events', to: '/events' },
  { label: 'About Us', to: '/home#aboutus' },
  { label: 'Blogs', to: '/home#blogs' },
  { label: 'TRADE COINS', to: '/trade-coins' },
  { label: 'Shop', to: '/products' },
  { label: 'Cart', to: '/cart' },
];

/** How the service is doing: linked below every page, and where something failed. */
export const statusPath = '/status';

/** Below every page. */
export const legalLinks: readonly NavigationLink[] = [
  { label: 'Terms', to: '/terms' },
  { label: 'Privacy', to: '/privacy' },
  { label: 'Status', to: statusPath },
];

/** Pages that visitors may read. */
export const visitorPages: readonly NavigationLink[] = [
  { label: 'Challenges', to: '/challenges' },
  { label: 'Leaderboard', to: '/leaderboard' },
  { label: 'About Us', to: '/about-us' },
  { label: 'Blogs', to: '/blogs' },
];

/** Menu on phones, and footer, of public pages for visitors. */
export const visitorLinks: readonly NavigationLink[] = [
  ...visitorPages,
  { label: 'How results are decided', to: '/proof' },
  { label: 'Sign In', to: '/signin' },
  { label: 'Sign Up', to: '/signup' },
];

/** The overview for whoever may see it; otherwise their first tab. */
const dashboardStart = ({ permissions }: Profile) =>
  permissions.includes('overview:read') ? '/dashboard/overview' : '/dashboard';

/** The player's own pages, and the dashboard if they hold any permission (docs/rules/roles.md). */
export function accountLinks(profile: Profile | undefined): readonly NavigationLink[] {
  const isAdministrator = profile && (profile.role === 'SUPER_ADMIN' || profile.permissions.length > 0);
  return [
    { label: 'My Profile', to: '/profile' },
    { label: 'Past Challenges', to: '/past-challenges' },
    { label: 'Leaderboard', to: '/events?tab=leaderboard' },
    { label: 'Past Transactions', to: '/transactions' },
    ...(isAdministrator ? [{ label: 'Dashboard', to: dashboardStart(profile) }] : []),
  ];
}
