// SPDX-License-Identifier: Apache-2.0

import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { fetchOlder } from './fetch-older.ts';

it('shows the next page even if an update fetches the shown ones meanwhile', async () => {
  const client = new QueryClient();
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: ({ pageParam }) => Promise.resolve(pageParam),
    initialPageParam: 1,
    getNextPageParam: (last: number) => last + 1,
  });
  const stop = observer.subscribe(() => {});
  await observer.refetch();
  const older = fetchOlder(observer.getCurrentResult());
  await client.invalidateQueries({ queryKey: ['list'] });
  await older;
  expect(observer.getCurrentResult().data?.pages).toEqual([1, 2]);
  stop();
});
