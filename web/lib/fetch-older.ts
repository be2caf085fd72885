// SPDX-License-Identifier: Apache-2.0

import type { InfiniteData, InfiniteQueryObserverResult } from '@tanstack/react-query';

/**
 * Fetches the next page of a list. A live update that arrives meanwhile fetches the shown pages anew and cancels it, so it
 * is asked for again then.
 */
export async function fetchOlder<Page>({
  data,
  fetchNextPage,
}: InfiniteQueryObserverResult<InfiniteData<Page>>): Promise<void> {
  const after = await fetchNextPage();
  const isCancelled = !after.isError && after.hasNextPage && after.data?.pages.length === data?.pages.length;
  if (isCancelled) await fetchNextPage();
}
