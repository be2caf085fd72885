// SPDX-License-Identifier: Apache-2.0

/**
 * The service worker's cache of answers belongs to one session. This deletes it when that session ends, and before
 * another one begins, even for the same player.
 */
import { lastKnownCache } from '../../contract/offline.ts';

/** Requests under way when the session ended may still be cached afterwards, so it is deleted again after this time. */
const settlesWithinMs = 3_000;

/** Without a secure context there is no service worker, so nothing to delete. */
export function forgetLastKnown(): void {
  if (typeof caches === 'undefined') return;
  const forget = () => void caches.delete(lastKnownCache).catch(() => {});
  forget();
  setTimeout(forget, settlesWithinMs);
}
