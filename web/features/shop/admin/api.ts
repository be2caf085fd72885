import { queryOptions } from '@tanstack/react-query';
import { shopAdminApi } from '../../../../contract/shop-admin.ts';
import { call } from '../../../lib/api.ts';

const pollMs = 30_000;

/** How many sold cards wait for their code; asked again and again while anybody looks. */
export const waitingRequestsQuery = queryOptions({
  queryKey: ['admin', 'gift-card-requests', 'waiting'],
  queryFn: ({ signal }) => call(shopAdminApi.waiting, {}, { signal, quiet: true }),
  refetchInterval: pollMs,
});
