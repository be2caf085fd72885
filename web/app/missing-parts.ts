const key = 'reloadedForMissingParts';
const againAfterMs = 60_000;

/**
 * After a new version is out, parts of the old one may be gone from the server. The page is then loaded anew, but
 * not again within a minute: if it still fails, the error screen says so.
 */
export function reloadOnceWhenPartsAreGone(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < againAfterMs) return;
    sessionStorage.setItem(key, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
