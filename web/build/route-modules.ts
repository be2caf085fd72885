// SPDX-License-Identifier: Apache-2.0

/**
 * Stands for React Router's own module of this name (library-patches.ts). That one waits without end for a part that does
 * not arrive, and reloads without end while one stays missing, though the server is away and nothing but the browser's own
 * error page would come.
 */
import { loadPart } from '../lib/load-part.ts';

/** As the router's: loads what a route needs, once. A failure that `loadPart` does not mend goes to the error screen. */
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
