// SPDX-License-Identifier: Apache-2.0

import type { Platform } from '../pubg.ts';

export const publicApi = 'https://api.pubg.com';

/** Where anybody can fetch the record of a match, without a key, for 14 days. */
export function recordAddress(platform: Platform, matchId: string, base = publicApi): string {
  return `${base}/shards/${platform}/matches/${encodeURIComponent(matchId)}`;
}

/** What the API wants to hear; it answers 415 to anything else. */
export const recordAccept = 'application/vnd.api+json';
