// SPDX-License-Identifier: Apache-2.0

/**
 * Replaces React Router's own module of this name (library-patches.ts). That one waits for ever for a part that does not
 * arrive, and reloads for ever while one stays missing, even though the server is away and only the browser's own error page
 * would show.
 */
import { loadPart } from '../lib/load-part.ts';

/**
 * Like the router's: loads a route's module, once. A failure from which `loadPart` cannot recover goes to the error screen.
 */
export async function loadRouteModule(
  route: { id: string; module: string },
  loaded: Record<string, unknown>,
): Promise<unknown> {
  if (!(route.id in loaded)) {
    loaded[route.id] = await loadPart(() => importFetched(route.module));
  }
  return loaded[route.id];
}

/**
 * Fetches a module before it is imported. Browsers never ask again for one whose import has failed (Chromium 150 does not,
 * earlier ones did), so after an outage only a reload would help; a failed fetch can be repeated. The file is not
 * transferred twice: the import finds it in the browser's cache.
 */
async function importFetched(url: string): Promise<unknown> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`);
  await answer.arrayBuffer();
  return import(/* @vite-ignore */ url);
}
