// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '../../../contract/endpoint.ts';
import { fairPlayApi } from '../../../contract/fair-play-admin.ts';
import { call } from '../../lib/api.ts';
import { useChanges } from '../../lib/refetch-after-change.ts';

const playersKey = ['admin', 'fair-play'];

export const fairPlayList = {
  queryKey: playersKey,
  read: (query: InputOf<typeof fairPlayApi.players>['query'], signal?: AbortSignal) =>
    call(fairPlayApi.players, { query }, { signal, quiet: true, fallback: 'Failed to fetch players' }),
  refetchInterval: 30_000,
};

/** Number of waiting anomalies. */
export const waitingAnomaliesQuery = queryOptions({
  queryKey: [...playersKey, 'waiting'],
  queryFn: async ({ signal }) =>
    (await fairPlayList.read({ status: 'open', page: 1, pageSize: 1 }, signal)).total,
  refetchInterval: fairPlayList.refetchInterval,
});

const calls = {
  dismiss: (id: string, reason: string, idempotencyKey: string) =>
    call(fairPlayApi.dismiss, { params: { id }, body: { reason } }, { idempotencyKey }),
};

/** Dismisses anomalies. */
export const useFairPlayChanges = () => useChanges(calls, playersKey);
