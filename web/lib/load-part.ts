// SPDX-License-Identifier: Apache-2.0

import { waitForServer } from './connection.ts';

/** Product specification, section 9. */
export const loadWithinMs = 120_000;

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
 * Loads a part of the app that the first load left out. While the server is away it waits, since a reload would show only
 * the browser's own error page. After a release, parts of the old version may be gone from the server; the page is then
 * loaded again, at the address that the router was going to, but not twice in a row: if it still fails, this rejects and the
 * error screen says so. The same goes for a part that does not arrive in time.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let wasAway = false; ; ) {
    try {
      return await inTime(load());
    } catch (error) {
      if (await waitForServer()) {
        wasAway = true;
        continue;
      }
      // Browsers do not retry an import that failed during an outage. A reload after an outage cannot loop.
      if (!wasAway && !window.mayReloadForMissingParts()) throw error;
      loadAnew();
      return new Promise(() => {});
    }
  }
}

function inTime<Part>(loading: Promise<Part>): Promise<Part> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('A part of the page did not load')), loadWithinMs);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Loads the page that the router was going to, or else this one. */
function loadAnew(): void {
  const next = window.__reactRouterDataRouter?.state.navigation.location;
  if (next) window.location.assign(next.pathname + next.search + next.hash);
  else window.location.reload();
}
