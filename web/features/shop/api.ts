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

/** All gift cards on sale. The browser searches, sorts and pages. */
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

/** Sets or removes a restock alert for a sold-out card. */
export function useRestockAlert(id: string) {
  return useMutation(restockAlertChange(useQueryClient(), id));
}

export function restockAlertChange(queries: QueryClient, id: string) {
  const { queryKey } = giftCardPageQuery(id);
  return mutationOptions({
    mutationFn: (wantsAlert: boolean) =>
      call(wantsAlert ? shopApi.askForAlert : shopApi.withdrawAlert, { params: { id } }, { quiet: true }),
    async onSuccess({ wantsAlert }) {
      // A fetch that is under way may have older data and would undo the change, so it starts again.
      const isBeingRead = queries.isFetching({ queryKey }) > 0;
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (card) => card && { ...card, wantsAlert });
      if (isBeingRead) void queries.invalidateQueries({ queryKey });
    },
    // The card is probably back in stock.
    onError: () => void queries.invalidateQueries({ queryKey }),
  });
}

/** Sends the stored purchase. The same record never buys twice. */
export function sendCheckout({ lines, key }: CheckoutRecord): Promise<Order> {
  return call(shopApi.checkout, { body: { items: lines } }, { idempotencyKey: key, quiet: true });
}

/** A bought card's whole code and PIN. Only the displaying component keeps it: it is never cached or stored. */
export function useReveal(purchaseId: string) {
  return useMutation({
    mutationFn: () => call(shopApi.reveal, { params: { id: purchaseId } }, { quiet: true }),
    gcTime: 0,
  });
}
