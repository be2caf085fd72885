// SPDX-License-Identifier: Apache-2.0

/** What pages and the service worker agree on. */

/** Where the worker keeps the last answers (web/service-worker/last-known.ts). */
export const lastKnownCache = 'last-known';
/** Set on a response from the worker's cache: when it was received, as ISO 8601. The server never sends it. */
export const asOfHeader = 'x-as-of';

/** What the worker tells open pages when the browser has renewed its subscription for messages. */
export const pushRenewed = 'push-renewed';

/**
 * What the worker asks an open page when a message is pressed. The page answers by the port that comes along whether it goes to
 * `address` (a path of this site): it does not while somebody would lose something.
 */
export interface GoTo {
  kind: 'go-to';
  address: string;
  /** Until when the worker waits for an answer, as `Date.now()` counts. */
  until: number;
}
