// SPDX-License-Identifier: Apache-2.0

/** What pages and the service worker share. */

/** The cache for the last answers (web/service-worker/last-known.ts). */
export const lastKnownCache = 'last-known';
/** Set on a response from the worker's cache: when the worker received it, ISO 8601. The server never sends it. */
export const asOfHeader = 'x-as-of';

/** The worker's message to open pages after the browser has renewed its push subscription. */
export const pushRenewed = 'push-renewed';

/**
 * The worker asks an open page to navigate when a message is pressed. The page answers through the attached port
 * whether it goes to `address`, a path of this site. It refuses if the player would lose unsaved input.
 */
export interface GoTo {
  kind: 'go-to';
  address: string;
  /** When the worker stops waiting, as `Date.now()`. */
  until: number;
}
