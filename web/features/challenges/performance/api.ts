import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { performanceApi } from '../../../../contract/performance.ts';
import { call } from '../../../lib/api.ts';
import { keys } from '../../../lib/query.ts';

/** What one's own attempts came to in so many days. Below the attempts' key, so that each result refreshes it. */
export function performanceQuery(days: number) {
  return queryOptions({
    queryKey: [...keys.attempts, 'performance', days],
    queryFn: ({ signal }) => call(performanceApi.read, { query: { days } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}
