// SPDX-License-Identifier: Apache-2.0

/** What pages and the service worker agree on. */

/** Where the worker keeps the last answers (web/service-worker/last-known.ts). */
export const lastKnownCache = 'last-known';
/** On an answer that the worker had kept: when it came, as ISO 8601. No server sends it. */
export const asOfHeader = 'x-as-of';
