// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import { disputesAdminApi } from '../../../../contract/disputes-admin.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { call } from '../../../lib/api.ts';
import { useChanges } from '../../../lib/refetch-after-change.ts';

const pollMs = 30_000;
const disputesKey = ['admin', 'disputes'];

/** How many disputes wait for a decision; polled while it is on the screen. */
export const waitingDisputesQuery = queryOptions({
  queryKey: [...disputesKey, 'waiting'],
  queryFn: ({ signal }) => call(disputesAdminApi.waiting, {}, { signal, quiet: true }),
  refetchInterval: pollMs,
});

export const disputeList = {
  queryKey: [...disputesKey, 'list'],
  read: (query: InputOf<typeof disputesAdminApi.list>['query'], signal?: AbortSignal) =>
    call(disputesAdminApi.list, { query }, { signal, quiet: true, fallback: 'Failed to fetch disputes' }),
  refetchInterval: pollMs,
};

const calls = {
  decide: (id: string, body: InputOf<typeof disputesAdminApi.decide>['body'], idempotencyKey: string) =>
    call(disputesAdminApi.decide, { params: { id }, body }, { idempotencyKey }),
};

/** Settles disputes, and refreshes the list and the number that wait. */
export const useDisputeChanges = () => useChanges(calls, disputesKey);
