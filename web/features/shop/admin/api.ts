// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { type GiftCardRequest, shopAdminApi } from '../../../../contract/shop-admin.ts';
import { type CallOptions, call } from '../../../lib/api.ts';
import { useChanges } from '../../../lib/refetch-after-change.ts';
import type { PagedList } from '../../../ui/list-source.ts';

const pollMs = 30_000;
/** How often to refetch while a delivery can be undone. */
const heldPollMs = 2_000;
const requestsKey = ['admin', 'gift-card-requests'];
const notFetched = 'Failed to fetch gift card requests';
const notUpdated = 'Failed to update gift card status';

/** Number of sold cards that wait for their code; refetched regularly while displayed. */
export const waitingRequestsQuery = queryOptions({
  queryKey: [...requestsKey, 'waiting'],
  queryFn: ({ signal }) => call(shopAdminApi.waiting, {}, { signal, quiet: true }),
  refetchInterval: pollMs,
});

/** Sold cards; refetched as often as their number. */
export const requestList: PagedList<GiftCardRequest, InputOf<typeof shopAdminApi.requests>['query']> = {
  queryKey: [...requestsKey, 'list'],
  read: (query, signal) =>
    call(shopAdminApi.requests, { query }, { signal, quiet: true, fallback: notFetched }),
  refetchInterval: ({ state }) => (state.data?.list.some(({ isHeld }) => isHeld) ? heldPollMs : pollMs),
};

export const requestCalls = {
  deliver: (id: string, body: InputOf<typeof shopAdminApi.deliver>['body'], options?: CallOptions) =>
    call(shopAdminApi.deliver, { params: { id }, body }, { fallback: notUpdated, ...options }),
  refund: (id: string, reason: string, idempotencyKey: string) =>
    call(shopAdminApi.refund, { params: { id }, body: { reason } }, { idempotencyKey }),
  replaceCode: (id: string, body: InputOf<typeof shopAdminApi.replaceCode>['body'], idempotencyKey: string) =>
    call(shopAdminApi.replaceCode, { params: { id }, body }, { idempotencyKey }),
};

/** Delivers, refunds or otherwise settles sold cards, and refreshes the list and the number. */
export const useRequestChanges = () => useChanges(requestCalls, requestsKey);
