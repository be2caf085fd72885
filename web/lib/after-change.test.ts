import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { refreshAfterChange } from './after-change.ts';

test('fetches what shows the change, and leaves the rest until it is shown', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  const read = { cards: vi.fn(async () => 'cards'), profile: vi.fn(async () => 'me') };
  const shop = vi.fn(async () => 'shop');
  const unsubscribe = Object.entries(read).map(([name, queryFn]) =>
    new QueryObserver(queries, { queryKey: ['admin', name, 1], queryFn }).subscribe(() => {}),
  );
  await queries.prefetchQuery({ queryKey: ['gift-cards'], queryFn: shop });
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));

  await refreshAfterChange(queries, ['admin', 'cards']);
  expect(read.cards).toHaveBeenCalledTimes(2);
  expect(read.profile).toHaveBeenCalledTimes(1);
  expect(shop).toHaveBeenCalledTimes(1);

  await queries.fetchQuery({ queryKey: ['gift-cards'], queryFn: shop, staleTime: 30_000 });
  expect(shop).toHaveBeenCalledTimes(2);
  for (const end of unsubscribe) end();
  queries.clear();
});
