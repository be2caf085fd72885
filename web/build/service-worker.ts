// SPDX-License-Identifier: Apache-2.0

/**
 * Runs at the end of the web build: builds service-worker.js with the list of files to store, so that players' pages
 * open without a network. Leaves out files that only operators or blog readers load.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { PageRoute } from '../../contract/built-app.ts';
import type { OfflineParts } from '../service-worker/offline-parts.ts';
import { fallbackPage } from './page-routes.ts';

const entry = fileURLToPath(new URL('../service-worker/worker.ts', import.meta.url));
const isLeftOut = ({ pattern, isNothing }: PageRoute) =>
  isNothing === true || /^\/(dashboard|blogs?|google-login-success|join-account)(\/|$)/.test(pattern);

/**
 * Names of other files mentioned in a text: scripts, styles, small drawings and fonts, but not photographs and films.
 */
const partName = /["'`(/]([\w.-]+-[\w-]{8}\.(?:js|css|svg|woff2))\b/g;

/** Files that a page loads immediately or on a press. The router's manifest lists the files of all pages. */
function collectParts(folder: string, pages: readonly string[]): string[] {
  const seen = new Set<string>();
  const follow = (text: string): void => {
    for (const [, name = ''] of text.matchAll(partName)) {
      const file = join(folder, 'assets', name);
      if (seen.has(name) || !existsSync(file)) continue;
      seen.add(name);
      if (/\.(js|css)$/.test(name) && !name.startsWith('manifest-')) follow(readFileSync(file, 'utf8'));
    }
  };
  for (const page of pages) follow(readFileSync(join(folder, page), 'utf8'));
  return [...seen].sort();
}

function getRevision(folder: string, page: string): string {
  return createHash('sha256')
    .update(readFileSync(join(folder, page)))
    .digest('hex')
    .slice(0, 16);
}

/** @param folder of the built web app, with its pages as served */
export function collectOfflineParts(folder: string): OfflineParts {
  const routes = JSON.parse(readFileSync(join(folder, 'routes.json'), 'utf8')) as PageRoute[];
  const kept = routes.filter((route) => !isLeftOut(route));
  const pages = [...new Set([...kept.map(({ page }) => page), fallbackPage])];
  const parts = collectParts(folder, pages);
  if (parts.length === 0) throw new Error('The pages name no parts of the app');
  return {
    files: [
      ...pages.map((page) => ({ url: page, revision: getRevision(folder, page) })),
      ...parts.map((name) => ({ url: `/assets/${name}`, revision: null })),
    ],
    pages: [...kept.map(({ pattern, page }) => ({ pattern, page })), { pattern: '/*', page: fallbackPage }],
  };
}

export async function buildServiceWorker(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      __OFFLINE_PARTS__: JSON.stringify(collectOfflineParts(folder)),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: 'service-worker.js' } },
    },
  });
}
