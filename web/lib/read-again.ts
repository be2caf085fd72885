import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Asks again for what is on the screen; what is not counts as outdated. */
export function readAgain(queryClient: QueryClient, queryKey: QueryKey): void {
  for (const { state, promise, queryKey: one } of queryClient.getQueryCache().findAll({ queryKey })) {
    // A first reading is not replaced by a second one: what it answers may be older than what was told, and counts as new.
    if (state.fetchStatus !== 'fetching' || state.data !== undefined) continue;
    const again = () => void queryClient.invalidateQueries({ queryKey: one, exact: true });
    promise?.then(again, again);
  }
  void queryClient.invalidateQueries({ queryKey });
}

/** After something told was put into what is kept: an answer that is on its way would overwrite it. */
export function readUnderwayAgain(queryClient: QueryClient, queryKey: QueryKey): void {
  if (queryClient.isFetching({ queryKey }) > 0) readAgain(queryClient, queryKey);
}

/** Asks again for what could not be read, and only for that. */
export function readFailedAgain(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
}

const catchingUp = new WeakSet<QueryClient>();

/**
 * Has everything on the screen read again: what was told meanwhile, and what could not be fetched. Within `withinMs`, so
 * that a server that is back does not hear from everybody in one moment; once, however many have noticed it.
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
