import './early-script.ts';

/** Product specification, section 9. */
export const loadWithinMs = 120_000;

/**
 * After a new version is out, parts of the old one may be gone from the server. The page is then loaded anew, but not
 * again within a minute: if it still fails, the error screen says so. The same goes for a part that does not arrive in
 * time. (The router reloads by itself; vite.config.ts makes it ask first.)
 */
export function reloadOnceWhenPartsAreGone(): void {
  clearTimeout(window.firstLoad);
  window.firstLoad = undefined;
  window.withinLoadTime = (loading) => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error('A part of the page did not load')), loadWithinMs);
    return Promise.race([loading, late.promise]).finally(() => clearTimeout(timer));
  };
  window.addEventListener('vite:preloadError', (event) => {
    if (!window.mayReloadForMissingParts()) return;
    event.preventDefault();
    window.location.reload();
  });
}
