/**
 * Runs at the end of the web build: writes routes.json beside the pages, the patterns of all addresses that the
 * browser's router knows, so that the server can tell an unknown page from a known one. Where pages of a pattern with a
 * name in it are prerendered, these are all that there are: `/blog/:slug` is left out, and the server finds the files.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { patternSource } from '../server/platform/http/path-pattern.ts';

type BuildEnd = Parameters<NonNullable<Config['buildEnd']>>[0];
type Routes = BuildEnd['reactRouterConfig']['routes'];

function fullPath(routes: Routes, id: string): string {
  const route = routes[id];
  if (!route) return '';
  const above = route.parentId ? fullPath(routes, route.parentId) : '';
  return route.path ? `${above}/${route.path}` : above;
}

function isWhollyPrerendered(pattern: string, prerendered: readonly string[]): boolean {
  const isFamily = /\/:[^/?]+(\/|$)/.test(pattern);
  const source = new RegExp(`^${patternSource(pattern)}$`);
  return isFamily && prerendered.some((path) => source.test(path));
}

/** The catch-all, which shows the not-found screen, is left out; so are layouts, which have no address of their own. */
export function writeRoutePatterns(folder: string, routes: Routes, prerendered: readonly string[]): void {
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  const patterns = Object.values(routes)
    .filter(({ id, path }) => !parents.has(id) && path !== '*')
    .map(({ id }) => fullPath(routes, id) || '/')
    .filter((pattern) => !isWhollyPrerendered(pattern, prerendered));
  if (patterns.length === 0) throw new Error('The web app has no routes');
  writeFileSync(join(folder, 'routes.json'), `${JSON.stringify(patterns.sort(), null, 2)}\n`);
}
