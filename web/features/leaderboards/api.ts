// SPDX-License-Identifier: Apache-2.0

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type BoardGroup, type BoardPeriod, leaderboardsApi } from '../../../contract/leaderboards.ts';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query.ts';

/** A page of a period's board. The previous one stays visible while another loads. */
export function boardQuery(period: BoardPeriod, among: BoardGroup = 'everybody', page = 1) {
  return queryOptions({
    queryKey: [...keys.leaderboard, period, among, page],
    queryFn: ({ signal }) =>
      call(leaderboardsApi.read, { query: { period, among, page } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}

/** The player's daily streak. Nested under the boards' key, so that finished challenges refresh it too. */
export const streakQuery = queryOptions({
  queryKey: [...keys.leaderboard, 'streak'],
  queryFn: ({ signal }) => call(leaderboardsApi.streak, {}, { signal, quiet: true }),
});
