// SPDX-License-Identifier: Apache-2.0

import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshAfterEach } from './refetch-after-change.ts';

let queries: QueryClient;
let unsubscribe: (() => void)[];
const read = { cards: vi.fn(async () => 'cards'), profile: vi.fn(async () => 'me') };
const shop = vi.fn(async () => 'shop');

beforeEach(async () => {
  vi.clearAllMocks();
  queries = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  unsubscribe = Object.entries(read).map(([name, queryFn]) =>
    new QueryObserver(queries, { queryKey: ['admin', name, 1], queryFn }).subscribe(() => {}),
  );
  await queries.prefetchQuery({ queryKey: ['gift-cards'], queryFn: shop });
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
});
afterEach(() => {
  for (const end of unsubscribe) end();
  queries.clear();
});

test('reads the shown data that changed, and leaves the rest until it is shown', async () => {
  const changes = refreshAfterEach(queries, { rename: async (to: string) => to }, [['admin', 'cards']]);
  expect(await changes.rename('other')).toBe('other');
  expect(read.cards).toHaveBeenCalledTimes(2);
  expect(read.profile).toHaveBeenCalledTimes(1);
  expect(shop).toHaveBeenCalledTimes(1);

  await queries.fetchQuery({ queryKey: ['gift-cards'], queryFn: shop, staleTime: 30_000 });
  expect(shop).toHaveBeenCalledTimes(2);
});

test('reads the data after a failure as well, without waiting for it', async () => {
  const remove = async () =>
    Promise.reject(
      new Error('We couldn’t find this. It may have been removed: check the address, or reload the page.'),
    );
  const changes = refreshAfterEach(queries, { remove }, [['admin', 'cards']]);
  const isListed = Promise.withResolvers<string>();
  read.cards.mockReturnValueOnce(isListed.promise);
  await expect(changes.remove()).rejects.toThrow(
    'We couldn’t find this. It may have been removed: check the address, or reload the page.',
  );
  await vi.waitFor(() => expect(read.cards).toHaveBeenCalledTimes(2));
  isListed.resolve('cards');
});
