// SPDX-License-Identifier: Apache-2.0

import { QueryClient, queryOptions } from '@tanstack/react-query';
import { accountsApi } from '../../contract/accounts.ts';
import { call } from './api.ts';

/** First parts of the cache keys that live updates refresh. Features put what they add behind them. */
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
  achievements: ['achievements'],
  dataExport: ['data-export'],
} as const;

/** For what moves no coins: without a network it waits for one, on this page and for this player alone. */
export const mayWait = { networkMode: 'online' } as const;

/**
 * Failed requests are sent again once by the api client, so queries do not try again themselves. They are asked without a
 * network too: the service worker may know the last answer. What changes something is sent now or not at all, unless it
 * `mayWait`: an entry or a purchase must not happen when the network is back and its player elsewhere.
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

/** The signed-in player. Header, challenges and profile share it. */
export const profileQuery = queryOptions({
  queryKey: keys.profile,
  queryFn: ({ signal }) => call(accountsApi.getProfile, {}, { signal, quiet: true }),
});
