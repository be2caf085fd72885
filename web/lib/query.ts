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
  achievements: ['achievements'],
} as const;

/** Failed requests are sent again once by the api client, so queries do not try again themselves. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, gcTime: 300_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}

/** The signed-in player. Header, challenges and profile share it. */
export const profileQuery = queryOptions({
  queryKey: keys.profile,
  queryFn: ({ signal }) => call(accountsApi.getProfile, {}, { signal, quiet: true }),
});
