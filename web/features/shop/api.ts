// SPDX-License-Identifier: Apache-2.0

import {
  mutationOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { type Order, shopApi } from '../../../contract/shop.ts';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query.ts';
import type { CheckoutRecord } from './checkout-record.ts';

/** Every gift card on sale. Searching, sorting and paging happen in the browser. */
export const giftCardsQuery = queryOptions({
  queryKey: keys.giftCards,
  queryFn: ({ signal }) => call(shopApi.list, {}, { signal, quiet: true }),
});

/** The page of one card. */
export function giftCardPageQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.giftCards, id],
    queryFn: ({ signal }) => call(shopApi.page, { params: { id } }, { signal, quiet: true }),
  });
}

/** Sets or removes the player's restock alert for a sold-out card. */
export function useRestockAlert(id: string) {
  return useMutation(restockAlertChange(useQueryClient(), id));
}

export function restockAlertChange(queries: QueryClient, id: string) {
  const { queryKey } = giftCardPageQuery(id);
  return mutationOptions({
    mutationFn: (wantsAlert: boolean) =>
      call(wantsAlert ? shopApi.askForAlert : shopApi.withdrawAlert, { params: { id } }, { quiet: true }),
    async onSuccess({ wantsAlert }) {
      // A page that is being fetched may have been read before the change, and would undo it here: it is fetched again.
      const isBeingRead = queries.isFetching({ queryKey }) > 0;
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (card) => card && { ...card, wantsAlert });
      if (isBeingRead) void queries.invalidateQueries({ queryKey });
    },
    // The card is most likely back in stock.
    onError: () => void queries.invalidateQueries({ queryKey }),
  });
}

/** Buys what the record says; the same record never buys twice. */
export function sendCheckout({ lines, key }: CheckoutRecord): Promise<Order> {
  return call(shopApi.checkout, { body: { items: lines } }, { idempotencyKey: key, quiet: true });
}

/** The whole code of a bought card, and its PIN. Kept only by the component that shows it: not in the cache, not in any storage. */
export function useReveal(purchaseId: string) {
  return useMutation({
    mutationFn: () => call(shopApi.reveal, { params: { id: purchaseId } }, { quiet: true }),
    gcTime: 0,
  });
}
