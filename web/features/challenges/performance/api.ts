// SPDX-License-Identifier: Apache-2.0

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { performanceApi } from '../../../../contract/performance.ts';
import { call } from '../../../lib/api.ts';
import { keys } from '../../../lib/query.ts';

/** What the profile shows at first. Other screens ask for as many days, so that they share its cached answer. */
export const usualDays = 84;

/** What one's own attempts came to in so many days. Below the attempts' key, so that each result refreshes it. */
export function performanceQuery(days: number) {
  return queryOptions({
    queryKey: [...keys.attempts, 'performance', days],
    queryFn: ({ signal }) => call(performanceApi.read, { query: { days } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}
