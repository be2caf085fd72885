// SPDX-License-Identifier: Apache-2.0

import { QueryClient, queryOptions } from '@tanstack/react-query';
import { accountsApi } from '../../contract/accounts.ts';
import { call } from './api.ts';

/** Beginnings of the cache keys that live updates refresh. Features append their own parts. */
export const keys = {
  profile: ['profile'],
  attempts: ['attempts'],
  statement: ['statement'],
  payments: ['payments'],
  notifications: ['notifications'],
  events: ['events'],
  giveaways: ['giveaways'],
  leaderboard: ['leaderboard'],
  giftCards: ['gift-cards'],
  friends: ['friends'],
  players: ['players'],
  achievements: ['achievements'],
  dataExport: ['data-export'],
} as const;

/** For mutations that move no coins: without a network they wait for it, as long as page and player stay. */
export const mayWait = { networkMode: 'online' } as const;

/**
 * Queries don't retry, because the API client already retries failed requests once. They run without a network too,
 * since the service worker may have a stored answer. Mutations run immediately or fail, unless they `mayWait`: an entry
 * or a purchase must not happen later, when the player may be gone.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 30_000,
        gcTime: 300_000,
        refetchOnWindowFocus: false,
        networkMode: 'offlineFirst',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

let current: { token: string | null; client: QueryClient } | undefined;

/** A session's cache: all frames of the app share it, and another session starts with an empty one. */
export function cacheOf(token: string | null): QueryClient {
  if (current?.token !== token) keepCache(createQueryClient(), token);
  return (current as NonNullable<typeof current>).client;
}

/** Uses `client` for a session, such as the next one of the same player. */
export function keepCache(client: QueryClient, token: string | null): void {
  current = { token, client };
}

/** The signed-in player; shared by header, challenges and profile. */
export const profileQuery = queryOptions({
  queryKey: keys.profile,
  queryFn: ({ signal }) => call(accountsApi.getProfile, {}, { signal, quiet: true }),
});
