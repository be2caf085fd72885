import { articles } from '../features/blog/articles.ts';

/** Addresses that anybody may read and search engines should know; all of them are prerendered. */
export const publicPages: readonly string[] = [
  '/',
  '/signup',
  '/blogs',
  ...articles('').map(({ slug }) => `/blog/${slug}`),
];

/** The way in: prerendered too, and the same page as `/`. */
const otherPages = ['/signin'];

/** Files that the build makes from routes without a screen. */
const files = ['/sitemap.xml', '/feed.xml'];

export const prerenderedPaths: readonly string[] = [...publicPages, ...otherPages, ...files];
