// SPDX-License-Identifier: Apache-2.0

/**
 * Replaces React Router's own module of this name (library-patches.ts). The original waits forever for a part that
 * never arrives. It also reloads forever while a part is missing, even if the server is down and a reload would only
 * show the browser's error page.
 */
import { loadPart } from '../lib/load-part.ts';

/** The router's undocumented global; it may be missing or disappear. */
interface Router {
  state: { navigation: { location?: { pathname: string; search: string; hash: string } } };
}

declare global {
  interface Window {
    __reactRouterDataRouter?: Router;
  }
}

/**
 * Like the original, loads a route's module once. After a release the module may be gone from the server. The browser
 * then loads the requested page in full, but not twice in a row. If that doesn't help, the screen shows an error
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
 * Fetches a module before importing it. Browsers don't retry a failed import (Chromium 150 doesn't, earlier ones did),
 * so after an outage only a reload would help. A failed fetch can be retried. The file isn't transferred twice: the
 * import finds it in the browser's cache.
 */
async function importFetched(url: string): Promise<unknown> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`);
  await answer.arrayBuffer();
  return import(/* @vite-ignore */ url);
}

/** Loads the page that the router was going to. Without one, reloads this page, which shows nothing yet. */
function loadNext(): void {
  const next = window.__reactRouterDataRouter?.state.navigation.location;
  if (next) window.location.assign(next.pathname + next.search + next.hash);
  else window.location.reload();
}
