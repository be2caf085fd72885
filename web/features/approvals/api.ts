// SPDX-License-Identifier: Apache-2.0

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { approvalsApi } from '../../../contract/approvals-admin.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { call } from '../../lib/api.ts';
import { useChanges } from '../../lib/refetch-after-change.ts';

const approvalsKey = ['admin', 'approvals'];
const pollMs = 30_000;

/** Number of waiting changes; refetched regularly while displayed. */
export const waitingQuery = queryOptions({
  queryKey: [...approvalsKey, 'waiting'],
  queryFn: ({ signal }) => call(approvalsApi.waiting, {}, { signal, quiet: true }),
  refetchInterval: pollMs,
});

/** A page of waiting or decided changes. */
export function approvalsQuery(query: InputOf<typeof approvalsApi.list>['query']) {
  return queryOptions({
    queryKey: [...approvalsKey, 'list', query],
    queryFn: ({ signal }) => call(approvalsApi.list, { query }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
    // Refetched, because other administrators ask and decide too.
    staleTime: 0,
  });
}

const calls = {
  approve: (id: string, reason: string, idempotencyKey: string) =>
    call(approvalsApi.approve, { params: { id }, body: { reason } }, { idempotencyKey }),
  refuse: (id: string, reason: string, idempotencyKey: string) =>
    call(approvalsApi.refuse, { params: { id }, body: { reason } }, { idempotencyKey }),
};

/** Approves, refuses or withdraws waiting changes. */
export const useApprovalChanges = () => useChanges(calls, approvalsKey);
