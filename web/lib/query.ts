// SPDX-License-Identifier: Apache-2.0

import { QueryClient, queryOptions } from '@tanstack/react-query';
import { accountsApi } from '../../contract/accounts.ts';
import { call } from './api.ts';

/** First parts of the cache keys that live updates refresh. Features append their own parts. */
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

/** For mutations that move no coins: without a network they wait for it, as long as this page and player stay. */
export const mayWait = { networkMode: 'online' } as const;

/**
 * The API client already repeats failed requests once, so queries do not retry. They run without a network too, because the
 * service worker may have the last answer. A mutation is sent now or not at all, unless it `mayWait`: an entry or a purchase
 * must not happen when the network returns and its player may be elsewhere.
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

/** The cache of a session: every frame of the app uses the same one, and another session begins with none. */
export function cacheOf(token: string | null): QueryClient {
  if (current?.token !== token) keepCache(createQueryClient(), token);
  return (current as NonNullable<typeof current>).client;
}

/** Makes `client` the cache of a session, such as of the one with which its player came back. */
export function keepCache(client: QueryClient, token: string | null): void {
  current = { token, client };
}

/** The signed-in player. Header, challenges and profile share it. */
export const profileQuery = queryOptions({
  queryKey: keys.profile,
  queryFn: ({ signal }) => call(accountsApi.getProfile, {}, { signal, quiet: true }),
});
