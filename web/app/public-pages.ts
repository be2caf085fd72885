// SPDX-License-Identifier: Apache-2.0

import { articles } from '../features/blog/articles.ts';

/** Addresses that anybody may read and search engines should index. */
export const publicPages: readonly string[] = [
  '/',
  '/signup',
  '/blogs',
  '/about-us',
  '/proof',
  '/challenges',
  '/leaderboard',
  '/products',
  '/events',
  '/status',
  '/terms',
  '/privacy',
  ...articles('').map(({ slug }) => `/blog/${slug}`),
];
