// SPDX-License-Identifier: Apache-2.0

/**
 * Answers to show while offline: only data on the pages that open offline, which the player may see anyway. No codes,
 * no sessions, no dashboard. The page deletes them when a session ends or another begins (web/lib/offline-data.ts).
 */
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { asOfHeader, lastKnownCache } from '../../contract/offline.ts';

const paths = new Set(
  [
    'auth/get-profile',
    'challenge/get-all',
    'challenge/my-attempts',
    'config',
    'events',
    'events/mine',
    'gift-card/get',
    'giveaways',
    'giveaways/mine',
    'leaderboard',
    'leaderboard/streak',
    'notifications',
    'referrals',
    'trade-coin/get-all-coins',
    'transaction/history',
  ].map((path) => `/api/v1/${path}`),
);
const maxKept = 60;

/**
 * Whether to store this answer: only a player's, and only the first page of a board, so that further pages don't
 * displace other answers. Requests that bypass every cache check whether the server answers, so they aren't stored.
 */
export function isLastKnown(request: Request, url: URL): boolean {
  const isPlayers = request.headers.has('authorization');
  const isLaterPage = url.pathname === '/api/v1/leaderboard' && Number(url.searchParams.get('page') ?? 1) > 1;
  return (
    request.method === 'GET' &&
    request.cache !== 'no-store' &&
    isPlayers &&
    paths.has(url.pathname) &&
    !isLaterPage
  );
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Stores each session's answers separately, without its token. */
async function getKey(request: Request): Promise<string> {
  const url = new URL(request.url);
  url.searchParams.set('session', await hash(request.headers.get('authorization') ?? ''));
  return url.href;
}

function withHeader(response: Response, name: string, value: string): Response {
  const headers = new Headers(response.headers);
  headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

/** Ignores a page that a proxy or network sent instead of the server: it would replace the last known answer. */
function isAnswer({ status, headers }: Response): boolean {
  return status === 200 && (headers.get('content-type') ?? '').startsWith('application/json');
}

export const lastKnownPlugin: WorkboxPlugin = {
  cacheKeyWillBeUsed: ({ request }) => getKey(request),
  cacheWillUpdate: async ({ response }) =>
    isAnswer(response) ? withHeader(response, asOfHeader, new Date().toISOString()) : null,
  async cacheDidUpdate() {
    const cache = await caches.open(lastKnownCache);
    const kept = await cache.keys();
    await Promise.all(kept.slice(0, -maxKept).map((request) => cache.delete(request)));
  },
};
