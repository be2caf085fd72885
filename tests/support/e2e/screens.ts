// SPDX-License-Identifier: Apache-2.0

import { articles } from '../../../web/features/blog/articles.ts';
import type { Who } from './players.ts';

export interface Screen {
  /** Its route in web/app/routes.ts. */
  route: string;
  path: string;
  who: Who;
  /** Text that appears once its data has loaded. */
  shows: string | RegExp;
  /** True for the main screens, which are also checked at a zoom of 200 % and in high contrast. */
  isMain?: true;
  /**
   * True for one screen of a visitor, one of a player and one with a form. `npm test` checks only these, `--all` every
   * screen.
   */
  isSample?: true;
}

const wideTable = articles('')[0]?.slug ?? '';

/** Every screen for visitors and players, in each state that needs only an address. */
export const screens: readonly Screen[] = [
  { route: '/', path: '/', who: 'visitor', shows: 'SignIn to Continue', isMain: true, isSample: true },
  { route: '/', path: '/?error=sign_in_refused', who: 'visitor', shows: 'You cancelled the sign-in' },
  { route: '/signin/:code?', path: '/signin', who: 'visitor', shows: 'SignIn to Continue' },
  {
    route: '/join-account',
    path: '/join-account?with=google',
    who: 'visitor',
    shows: 'Start a separate account',
  },
  { route: '/signup', path: '/signup', who: 'visitor', shows: 'Sign Up to Continue' },
  {
    route: '/referrals/:code',
    path: '/referrals/ABC234',
    who: 'visitor',
    shows: 'This invite code isn’t valid',
  },
  {
    route: '/referrals/:code',
    path: '/referrals/ABC234',
    who: 'newcomer',
    shows: 'You’re already signed in',
  },
  { route: '/blogs', path: '/blogs', who: 'visitor', shows: 'Read More', isMain: true },
  { route: '/blogs', path: '/blogs', who: 'newcomer', shows: 'Read More' },
  {
    route: '/blog/:slug',
    path: `/blog/${wideTable}`,
    who: 'visitor',
    shows: 'Related Articles',
    isMain: true,
  },
  { route: '/blog/:slug', path: '/blog/no', who: 'visitor', shows: 'Article Not Found' },
  { route: '/first-steps', path: '/first-steps', who: 'visitor', shows: 'veteran@', isMain: true },
  { route: '/first-steps', path: '/first-steps', who: 'newcomer', shows: 'Enter a challenge first' },
  { route: '/first-steps', path: '/first-steps', who: 'veteran', shows: 'SUCCESS' },
  { route: '/status', path: '/status', who: 'visitor', shows: 'Recent incidents' },
  { route: '/terms', path: '/terms', who: 'visitor', shows: 'Contact' },
  { route: '/privacy', path: '/privacy', who: 'newcomer', shows: 'Your rights' },
  { route: '*', path: '/nowhere', who: 'visitor', shows: 'Outside the ring' },
  { route: '/home', path: '/home', who: 'veteran', shows: /Survive the ring/, isMain: true, isSample: true },
  { route: '/home', path: '/home', who: 'newcomer', shows: /Survive the ring/ },
  { route: '/challenges', path: '/challenges', who: 'newcomer', shows: /Survive the ring/ },
  { route: '/challenges', path: '/challenges', who: 'visitor', shows: /Survive the ring/ },
  { route: '/leaderboard', path: '/leaderboard', who: 'visitor', shows: /^\d+ players?$/ },
  { route: '/proof', path: '/proof', who: 'visitor', shows: 'Example of a receipt' },
  { route: '/proof', path: '/proof', who: 'newcomer', shows: 'View Challenges' },
  { route: '/about-us', path: '/about-us', who: 'visitor', shows: 'One match decides' },
  { route: '/about-us', path: '/about-us', who: 'newcomer', shows: 'One match decides' },
  {
    route: '/r/:id',
    path: '/r/00000000-0000-4000-8000-000000000000',
    who: 'visitor',
    shows: 'No receipt here',
  },
  { route: '/events', path: '/events', who: 'veteran', shows: 'Daily grind', isMain: true },
  { route: '/events', path: '/events?tab=giveaways', who: 'veteran', shows: 'Friday drop' },
  { route: '/events', path: '/events?tab=leaderboard', who: 'veteran', shows: '1-day streak' },
  { route: '/events', path: '/events?tab=leaderboard', who: 'newcomer', shows: 'No streak yet' },
  { route: '/giveaways/:id', path: '/giveaways/:id', who: 'veteran', shows: 'Opening night', isMain: true },
  {
    route: '/players/:handle',
    path: '/players/Nobody-Wears-This',
    who: 'veteran',
    shows: 'No such player',
  },
  { route: '/past-challenges', path: '/past-challenges', who: 'veteran', shows: 'SUCCESS', isMain: true },
  {
    route: '/past-challenges',
    path: '/past-challenges',
    who: 'newcomer',
    shows: 'No past challenges found',
  },
  { route: '/profile', path: '/profile', who: 'veteran', shows: 'Total Referrals', isMain: true },
  { route: '/profile', path: '/profile', who: 'newcomer', shows: 'Total Referrals' },
  { route: '/profile', path: '/profile?tab=stats', who: 'veteran', shows: 'Personal bests' },
  { route: '/profile', path: '/profile?tab=stats', who: 'newcomer', shows: 'No stats yet' },
  { route: '/profile', path: '/profile?tab=settings', who: 'newcomer', shows: 'Spending limits' },
  { route: '/transactions', path: '/transactions?tab=transactions', who: 'veteran', shows: 'Total Spent' },
  { route: '/transactions', path: '/transactions?tab=breakdown', who: 'veteran', shows: 'Purchase' },
  {
    route: '/transactions',
    path: '/transactions',
    who: 'veteran',
    shows: 'Purchase',
    isMain: true,
  },
  {
    route: '/transactions',
    path: '/transactions?tab=history&type=giveawayPrize',
    who: 'newcomer',
    shows: 'No transactions found.',
  },
  { route: '/products', path: '/products', who: 'veteran', shows: /^Showing /, isMain: true },
  { route: '/products', path: '/products?q=nothing+here', who: 'newcomer', shows: 'No gift card matches' },
  {
    route: '/products/:id',
    path: '/products/:id',
    who: 'veteran',
    shows: 'Dota 2 Arcana',
    isMain: true,
  },
  {
    route: '/products/:id',
    path: '/products/00000000-0000-4000-8000-000000000000',
    who: 'newcomer',
    shows: 'No such gift card',
  },
  { route: '/cart', path: '/cart', who: 'veteran', shows: 'Cart (4)', isMain: true },
  { route: '/cart', path: '/cart', who: 'newcomer', shows: 'Your cart is empty' },
  { route: '/trade-coins', path: '/trade-coins', who: 'veteran', shows: 'Powered by Stripe', isMain: true },
];

/** Addresses without their own screen: files, and the end of a sign-in, which redirects immediately. */
export const withoutScreen: readonly string[] = [
  '/sitemap.xml',
  '/feed.xml',
  '/site.webmanifest',
  '/google-login-success',
];
