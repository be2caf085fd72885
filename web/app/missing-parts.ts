const key = 'reloadedForMissingParts';
const againAfterMs = 60_000;

declare global {
  interface Window {
    /** Asked by the router before it reloads (vite.config.ts puts the question there). */
    mayReloadForMissingParts?: () => boolean;
  }
}

/**
 * After a new version is out, parts of the old one may be gone from the server. The page is then loaded anew, but
 * not again within a minute: if it still fails, the error screen says so.
 */
export function reloadOnceWhenPartsAreGone(): void {
  window.mayReloadForMissingParts = () => {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < againAfterMs) return false;
    sessionStorage.setItem(key, String(Date.now()));
    return true;
  };
  window.addEventListener('vite:preloadError', (event) => {
    if (!window.mayReloadForMissingParts?.()) return;
    event.preventDefault();
    window.location.reload();
  });
}
