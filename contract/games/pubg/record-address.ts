// SPDX-License-Identifier: Apache-2.0

import type { Platform } from '../pubg.ts';

export const publicApi = 'https://api.pubg.com';

/** The address where anyone can fetch a match record without a key, for 14 days. */
export function recordAddress(platform: Platform, matchId: string, base = publicApi): string {
  return `${base}/shards/${platform}/matches/${encodeURIComponent(matchId)}`;
}

/** The only value that the API accepts; any other is answered with 415. */
export const recordAccept = 'application/vnd.api+json';
