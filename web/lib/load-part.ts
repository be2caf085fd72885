// SPDX-License-Identifier: Apache-2.0

import { waitForServer } from './connection.ts';

/** Product specification, section 9. */
export const loadWithinMs = 120_000;

/** The router itself, as it keeps it for its own use; not everywhere and not for ever. */
interface Router {
  state: { navigation: { location?: { pathname: string; search: string; hash: string } } };
}

declare global {
  interface Window {
    __reactRouterDataRouter?: Router;
  }
}

/**
 * Loads a part of the app that the first load left out. While the server is away it waits: a reload would leave nothing
 * but the browser's own error page. When a new version is out, parts of the old one may be gone from the server; the page
 * is then loaded again, where the router was about to go, but not twice in a row: if it still fails, this rejects and the
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
      // Browsers do not repeat an import that failed during an outage. A reload for that cannot go round in circles.
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

/** Loads the page to which the router was on its way, or else this one. */
function loadAnew(): void {
  const next = window.__reactRouterDataRouter?.state.navigation.location;
  if (next) window.location.assign(next.pathname + next.search + next.hash);
  else window.location.reload();
}
