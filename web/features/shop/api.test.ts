// SPDX-License-Identifier: Apache-2.0

import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { giftCardPageQuery, restockAlertChange } from './api.ts';

const card = { _id: 'card', title: 'Steam Wallet 20', availability: 'sold_out' };
const call = vi.hoisted(() => vi.fn());
vi.mock('../../lib/api.ts', () => ({ call }));
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
afterEach(() => queries.clear());

test('an earlier answer does not undo a restock alert requested meanwhile', async () => {
  const query = giftCardPageQuery('card');
  queries.setQueryData(query.queryKey, { ...card, wantsAlert: false } as never);
  const early = Promise.withResolvers<object>();
  call.mockReturnValueOnce(early.promise);
  const reading = queries.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
  call.mockResolvedValueOnce({ wantsAlert: true });
  await new MutationObserver(queries, restockAlertChange(queries, 'card')).mutate(true);
  early.resolve({ ...card, wantsAlert: false });
  await reading;
  expect(queries.getQueryData(query.queryKey)).toMatchObject({ wantsAlert: true });
  expect(queries.getQueryState(query.queryKey)?.isInvalidated).toBe(true);
});
