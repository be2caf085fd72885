// SPDX-License-Identifier: Apache-2.0

import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

type Calls = Record<string, (...input: never[]) => Promise<unknown>>;

/**
 * For changes that an administrator makes on a screen: a change is done only when everything that shows it has been fetched
 * again. After a failure it is fetched too, because somebody else may have been faster, or only the answer was lost; the
 * failure is reported without waiting for that.
 * @param calls the same at each rendering; so are the changes that are returned
 * @param shown first parts of the query keys of what shows the changes
 */
export function useChanges<Changes extends Calls>(calls: Changes, ...shown: readonly QueryKey[]): Changes {
  const queries = useQueryClient();
  const [changes] = useState(() => refreshAfterEach(queries, calls, shown));
  return changes;
}

/** The same calls, each of which refreshes what shows it. */
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
 * Fetches what shows the change and is on the screen now; everything else is marked stale and fetched when it is next shown.
 * A refund changes the coins on a user's page, a voided attempt the overview, a card taken off sale the shop: no change has
 * to know them all.
 */
async function refresh(queries: QueryClient, shown: readonly QueryKey[]): Promise<void> {
  await queries.invalidateQueries({ refetchType: 'none' });
  await Promise.all(shown.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
