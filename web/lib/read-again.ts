// SPDX-License-Identifier: Apache-2.0

import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Refetches displayed data and marks the rest as stale. */
export function readAgain(queryClient: QueryClient, queryKey: QueryKey): void {
  for (const { state, promise, queryKey: one } of queryClient.getQueryCache().findAll({ queryKey })) {
    // Invalidation doesn't restart a first fetch, whose answer may be older than the event but would count as fresh.
    if (state.fetchStatus !== 'fetching' || state.data !== undefined) continue;
    const again = () => void queryClient.invalidateQueries({ queryKey: one, exact: true });
    promise?.then(again, again);
  }
  void queryClient.invalidateQueries({ queryKey });
}

/** Call after writing an event into the cache: an answer that is still on its way would overwrite it. */
export function readUnderwayAgain(queryClient: QueryClient, queryKey: QueryKey): void {
  if (queryClient.isFetching({ queryKey }) > 0) readAgain(queryClient, queryKey);
}

/** Refetches only queries that failed. */
export function readFailedAgain(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
}

const catchingUp = new WeakSet<QueryClient>();

/**
 * Refetches everything displayed: data that may have changed, and queries that failed. Spread over `withinMs`, so that
 * pages don't all ask a returning server at the same moment. Runs once, even if several callers notice.
 */
export function catchUp(queryClient: QueryClient, withinMs: number): void {
  if (catchingUp.has(queryClient)) return;
  catchingUp.add(queryClient);
  const start = () => {
    catchingUp.delete(queryClient);
    readAgain(queryClient, []);
  };
  if (withinMs === 0) start();
  else setTimeout(start, Math.random() * withinMs);
}
