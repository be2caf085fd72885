// SPDX-License-Identifier: Apache-2.0

/**
 * What the service worker keeps of the server's answers belongs to one session. It goes with it, and before another one
 * begins, also one of the same player.
 */
import { lastKnownCache } from '../../contract/offline.ts';

/** What was asked for in the last moment is written down after it. */
const settlesWithinMs = 3_000;

/** Without a secure context there is no worker, and nothing to forget. */
export function forgetLastKnown(): void {
  if (typeof caches === 'undefined') return;
  const forget = () => void caches.delete(lastKnownCache).catch(() => {});
  forget();
  setTimeout(forget, settlesWithinMs);
}
