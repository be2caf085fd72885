import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { shopAdminApi } from '../../../../contract/shop-admin.ts';
import { refreshAfterChange } from '../../../lib/after-change.ts';
import { call } from '../../../lib/api.ts';

type RequestsQuery = InputOf<typeof shopAdminApi.requests>['query'];

const pollMs = 30_000;
const requestsKey = ['admin', 'gift-card-requests'];
const notFetched = 'Failed to fetch gift card requests';
const notUpdated = 'Failed to update gift card status';

/** How many sold cards wait for their code; asked again and again while anybody looks. */
export const waitingRequestsQuery = queryOptions({
  queryKey: [...requestsKey, 'waiting'],
  queryFn: ({ signal }) => call(shopAdminApi.waiting, {}, { signal, quiet: true }),
  refetchInterval: pollMs,
});

/** A page of the cards that were sold without a code; asked again as often as their number. */
export function requestsQuery(query: RequestsQuery) {
  return queryOptions({
    queryKey: [...requestsKey, 'list', query],
    queryFn: ({ signal }) =>
      call(shopAdminApi.requests, { query }, { signal, quiet: true, fallback: notFetched }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });
}

/** Any page of the same, for a file. */
export function readRequests(query: RequestsQuery) {
  return call(shopAdminApi.requests, { query }, { quiet: true, fallback: notFetched });
}

/** What settles sold cards; each brings the list and the number that wait up to date before it is done. */
export function useRequestChanges() {
  const queries = useQueryClient();
  const refresh = () => refreshAfterChange(queries, requestsKey);
  return {
    deliver: async (id: string, body: InputOf<typeof shopAdminApi.deliver>['body']) => {
      await call(shopAdminApi.deliver, { params: { id }, body }, { fallback: notUpdated });
      await refresh();
    },
    refund: async (id: string, reason: string, idempotencyKey: string) => {
      const { refundedGc } = await call(
        shopAdminApi.refund,
        { params: { id }, body: { reason } },
        { idempotencyKey },
      );
      await refresh();
      return refundedGc;
    },
    /** @returns the new code, masked */
    replaceCode: async (
      id: string,
      body: InputOf<typeof shopAdminApi.replaceCode>['body'],
      idempotencyKey: string,
    ) => {
      const { hashCode } = await call(shopAdminApi.replaceCode, { params: { id }, body }, { idempotencyKey });
      await refresh();
      return hashCode;
    },
  };
}
