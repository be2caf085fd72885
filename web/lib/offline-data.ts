// SPDX-License-Identifier: Apache-2.0

/**
 * The service worker's cache of the server's answers belongs to one session. It is deleted with it, and before another one
 * begins, even if that is the same player's.
 */
import { lastKnownCache } from '../../contract/offline.ts';

/** A request that was under way when the session ended may still be cached after it. */
const settlesWithinMs = 3_000;

/** Without a secure context there is no service worker, and so nothing to forget. */
export function forgetLastKnown(): void {
  if (typeof caches === 'undefined') return;
  const forget = () => void caches.delete(lastKnownCache).catch(() => {});
  forget();
  setTimeout(forget, settlesWithinMs);
}
