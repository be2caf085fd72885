// SPDX-License-Identifier: Apache-2.0

import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Refetches what is on the screen; the rest is marked stale. */
export function readAgain(queryClient: QueryClient, queryKey: QueryKey): void {
  for (const { state, promise, queryKey: one } of queryClient.getQueryCache().findAll({ queryKey })) {
    // Invalidation does not restart a first fetch. Its answer may be older than the event, and would count as fresh.
    if (state.fetchStatus !== 'fetching' || state.data !== undefined) continue;
    const again = () => void queryClient.invalidateQueries({ queryKey: one, exact: true });
    promise?.then(again, again);
  }
  void queryClient.invalidateQueries({ queryKey });
}

/** For use after an event was written into the cache: an answer still on its way would overwrite it. */
export function readUnderwayAgain(queryClient: QueryClient, queryKey: QueryKey): void {
  if (queryClient.isFetching({ queryKey }) > 0) readAgain(queryClient, queryKey);
}

/** Refetches only what could not be read. */
export function readFailedAgain(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
}

const catchingUp = new WeakSet<QueryClient>();

/**
 * Refetches everything on the screen: what changed meanwhile, and what failed. Spread over `withinMs`, so that pages do not
 * all ask a returning server in the same moment; done once, even if several callers notice.
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
