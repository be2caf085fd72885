// SPDX-License-Identifier: Apache-2.0

/**
 * Replaces React Router's own module of this name (library-patches.ts). That one waits for ever for a part that does not
 * arrive, and reloads for ever while one stays missing, even though the server is away and only the browser's own error page
 * would show.
 */
import { loadPart } from '../lib/load-part.ts';

/** The router's own, undocumented global: it may be missing, and may disappear. */
interface Router {
  state: { navigation: { location?: { pathname: string; search: string; hash: string } } };
}

declare global {
  interface Window {
    __reactRouterDataRouter?: Router;
  }
}

/**
 * Like the router's: loads a route's module, once. After a release the module may be gone from the server: the browser then
 * loads the page that the router was going to, but not twice in a row. If that does not help, the screen says so
 * (web/app/shell/screen.tsx).
 */
export async function loadRouteModule(
  route: { id: string; module: string },
  loaded: Record<string, unknown>,
): Promise<unknown> {
  if (!(route.id in loaded)) {
    loaded[route.id] = await loadPart(() => importFetched(route.module)).catch((error: unknown) => {
      if (!window.mayReloadForMissingParts()) throw error;
      loadNext();
      return new Promise(() => {});
    });
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

/** Loads the page that the router was going to, or else this one, which then shows nothing yet. */
function loadNext(): void {
  const next = window.__reactRouterDataRouter?.state.navigation.location;
  if (next) window.location.assign(next.pathname + next.search + next.hash);
  else window.location.reload();
}
