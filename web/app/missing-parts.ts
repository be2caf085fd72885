import './early-script.ts';

declare global {
  interface Window {
    /** What the router does when a part is missing. */
    loadAnew(): void;
    /** The router itself, as it keeps it for its own use; not everywhere and not for ever. */
    __reactRouterDataRouter?: {
      state: { navigation: { location?: { pathname: string; search: string; hash: string } } };
    };
  }
}

/** Product specification, section 9. */
export const loadWithinMs = 120_000;

/**
 * After a new version is out, parts of the old one may be gone from the server. The page is then loaded anew, but not
 * again within a minute: if it still fails, the error screen says so. The same goes for a part that does not arrive in
 * time. (The router reloads by itself; vite.config.ts makes it ask first, and go where it was about to go.)
 */
export function reloadOnceWhenPartsAreGone(): void {
  window.withinLoadTime = (loading) => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error('A part of the page did not load')), loadWithinMs);
    return Promise.race([loading, late.promise]).finally(() => clearTimeout(timer));
  };
  window.loadAnew = loadAnew;
  window.addEventListener('vite:preloadError', (event) => {
    if (!window.mayReloadForMissingParts()) return;
    event.preventDefault();
    loadAnew();
  });
}

/** From here on the router looks after what is missing, and buttons answer; until here early-script.ts sees to both. */
export function noteThatAppRuns(): void {
  clearTimeout(window.firstLoad);
  window.firstLoad = undefined;
  window.earlyPress?.click();
  window.earlyPress = undefined;
}

/** Loads the page to which the router was on its way, or else this one. */
function loadAnew(): void {
  const next = window.__reactRouterDataRouter?.state.navigation.location;
  if (next) window.location.assign(next.pathname + next.search + next.hash);
  else window.location.reload();
}
