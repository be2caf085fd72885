// SPDX-License-Identifier: Apache-2.0

/**
 * Decides which pages the build renders, and which page answers which address. Every address of the browser's router
 * has its own page, so that its skeleton shows before any script has loaded. If part of an address is a name that only
 * the server knows (`/giveaways/:id`), one page serves all names. Another page serves unknown addresses.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { PageRoute } from '../../contract/built-app.ts';
import { patternSource } from '../../contract/path-pattern.ts';

/** Replaces the name in the address of a page that serves all names. */
const anyName = '-';
/** Used for any other address, so it has no content of its own. */
export const fallbackPage = '/__spa-fallback.html';

/** The patterns of all screens. Layouts have no address. */
export function getPatterns(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${above}/${entry.path}` : above;
    return entry.children?.length ? getPatterns(entry.children, path) : [path || '/'];
  });
}

/** The address under which a pattern's page is rendered, without optional parts. */
function getExample(pattern: string): string {
  const parts = pattern.split('/').filter((part) => part && !part.endsWith('?'));
  return `/${parts.map((part) => (/^[:*]/.test(part) ? anyName : part)).join('/')}`;
}

const isFile = (pattern: string) => /\.\w+$/.test(pattern);
const isFamily = (pattern: string) => /\/:[^/?]+(\/|$)/.test(pattern);

/** True if some addresses of a pattern with a name in it are public: then no others exist. */
function isWhollyPublic(pattern: string, publicPages: readonly string[]): boolean {
  const source = new RegExp(`^${patternSource(pattern)}$`);
  return isFamily(pattern) && publicPages.some((path) => source.test(path));
}

/**
 * @param patterns of all routes
 * @param publicPages addresses with their own page, such as articles
 * @returns the addresses of all pages that the build renders
 */
export function addressesOfPages(patterns: readonly string[], publicPages: readonly string[]): string[] {
  const examples = patterns.filter((pattern) => !isWhollyPublic(pattern, publicPages)).map(getExample);
  return [...new Set([...publicPages, ...examples])];
}

/** Writes routes.json beside the pages. It tells the server which page answers an address. */
export function writeRoutes(
  folder: string,
  patterns: readonly string[],
  publicPages: readonly string[],
): void {
  if (patterns.length === 0) throw new Error('The web app has no routes');
  const routes = patterns
    .filter((pattern) => !isFile(pattern))
    .sort((one, other) => Number(one.endsWith('*')) - Number(other.endsWith('*')) || (one < other ? -1 : 1))
    .map((pattern): PageRoute => {
      if (isWhollyPublic(pattern, publicPages)) return { pattern, page: fallbackPage, isNothing: true };
      const page = join(getExample(pattern), 'index.html');
      return pattern.endsWith('*') ? { pattern, page, isNothing: true } : { pattern, page };
    });
  writeFileSync(join(folder, 'routes.json'), `${JSON.stringify(routes, null, 2)}\n`);
}
