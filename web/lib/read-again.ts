// SPDX-License-Identifier: Apache-2.0

import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Asks again for what is on the screen; what is not counts as outdated. */
export function readAgain(queryClient: QueryClient, queryKey: QueryKey): void {
  for (const { state, promise, queryKey: one } of queryClient.getQueryCache().findAll({ queryKey })) {
    // A first fetch is not restarted by invalidation. Its answer may be older than what was told, and would count as
    // fresh.
    if (state.fetchStatus !== 'fetching' || state.data !== undefined) continue;
    const again = () => void queryClient.invalidateQueries({ queryKey: one, exact: true });
    promise?.then(again, again);
  }
  void queryClient.invalidateQueries({ queryKey });
}

/** After an event was written into the cache: an answer still on its way would overwrite it. */
export function readUnderwayAgain(queryClient: QueryClient, queryKey: QueryKey): void {
  if (queryClient.isFetching({ queryKey }) > 0) readAgain(queryClient, queryKey);
}

/** Asks again for what could not be read, and only for that. */
export function readFailedAgain(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
}

const catchingUp = new WeakSet<QueryClient>();

/**
 * Fetches everything on the screen again: what was told meanwhile, and what failed. Spread over `withinMs`, so that not
 * all pages ask a returning server at once; once, even if several notice.
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
