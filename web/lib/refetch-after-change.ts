// SPDX-License-Identifier: Apache-2.0

import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

type Calls = Record<string, (...input: never[]) => Promise<unknown>>;

/**
 * For administrators' changes: a change is done only after everything that shows it has been refetched. Refetches after
 * a failure too, because somebody else may have been faster or only the answer was lost; the failure is reported
 * without waiting for that.
 * @param calls the same on each render; then so are the returned changes
 * @param shown beginnings of the query keys that show the changes
 */
export function useChanges<Changes extends Calls>(calls: Changes, ...shown: readonly QueryKey[]): Changes {
  const queries = useQueryClient();
  const [changes] = useState(() => refreshAfterEach(queries, calls, shown));
  return changes;
}

/** The same calls; each refetches the data that shows it. */
export function refreshAfterEach<Changes extends Calls>(
  queries: QueryClient,
  calls: Changes,
  shown: readonly QueryKey[],
): Changes {
  const refreshing = (change: Calls[string]) => {
    return async (...input: never[]) => {
      const done = await change(...input).catch((failure) => {
        void refresh(queries, shown);
        throw failure;
      });
      await refresh(queries, shown);
      return done;
    };
  };
  const entries = Object.entries(calls).map(([name, change]) => [name, refreshing(change)]);
  return Object.fromEntries(entries) as Changes;
}

/**
 * Refetches displayed data that shows the change, and marks everything else as stale. A refund changes the coins on a
 * user's page, a voided attempt changes the overview, and so on; no change has to know all of these places.
 */
async function refresh(queries: QueryClient, shown: readonly QueryKey[]): Promise<void> {
  await queries.invalidateQueries({ refetchType: 'none' });
  await Promise.all(shown.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
