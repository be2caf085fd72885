// SPDX-License-Identifier: Apache-2.0

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { performanceApi } from '../../../../contract/performance.ts';
import { call } from '../../../lib/api.ts';
import { keys } from '../../../lib/query.ts';

/** The profile's default. Other screens ask for the same number of days, so that they share its cached answer. */
export const usualDays = 84;

/** The player's own performance over `days` days. Below the attempts' key, so that each result refreshes it. */
export function performanceQuery(days: number) {
  return queryOptions({
    queryKey: [...keys.attempts, 'performance', days],
    queryFn: ({ signal }) => call(performanceApi.read, { query: { days } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}
