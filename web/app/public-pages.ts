import { articles } from '../features/blog/articles.ts';

/** Addresses that anybody may read and search engines should know; all of them are prerendered. */
export const publicPages: readonly string[] = [
  '/',
  '/signup',
  '/blogs',
  '/about-us',
  '/terms',
  '/privacy',
  ...articles('').map(({ slug }) => `/blog/${slug}`),
];

/**
 * Prerendered too: another way in, the same page as `/`; and where players begin, so that they see it before its scripts
 * are there, without anything of theirs.
 */
const otherPages = ['/signin', '/home'];

/** Files that the build makes from routes without a screen. */
const files = ['/sitemap.xml', '/feed.xml', '/site.webmanifest'];

export const prerenderedPaths: readonly string[] = [...publicPages, ...otherPages, ...files];
