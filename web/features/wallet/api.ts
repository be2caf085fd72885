import { infiniteQueryOptions } from '@tanstack/react-query';
import { walletApi } from '../../../contract/wallet.ts';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query.ts';

/** The statement, newest entries first; each page repeats summary and breakdown of the whole. */
export const statementQuery = infiniteQueryOptions({
  queryKey: keys.statement,
  queryFn: ({ pageParam, signal }) =>
    call(walletApi.history, { query: pageParam ? { before: pageParam } : {} }, { signal, quiet: true }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextBefore,
});
