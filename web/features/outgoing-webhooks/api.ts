// SPDX-License-Identifier: Apache-2.0

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InputOf } from '../../../contract/endpoint.ts';
import { outgoingWebhooksApi as api, type WebhookSend } from '../../../contract/outgoing-webhooks-admin.ts';
import { call } from '../../lib/api.ts';
import { useChanges } from '../../lib/refetch-after-change.ts';

const webhooksKey = ['admin', 'outgoing-webhooks'];
const listKey = [...webhooksKey, 'list'];
const pollMs = 5_000;
const failingPollMs = 30_000;

/** All endpoints; refetched while displayed, since events are sent all the time. */
export const endpointsQuery = queryOptions({
  queryKey: listKey,
  queryFn: ({ signal }) => call(api.list, {}, { signal, quiet: true }),
  refetchInterval: pollMs,
  staleTime: 0,
});

/** Endpoints whose deliveries fail, without those that an administrator turned off. */
export const failingWebhooksQuery = queryOptions({
  queryKey: [...listKey, 'failing'],
  queryFn: async ({ signal }) =>
    (await call(api.list, {}, { signal, quiet: true })).list.filter(
      ({ offReason, failingSince }) => offReason !== 'by_hand' && (offReason ?? failingSince) !== null,
    ),
  refetchInterval: failingPollMs,
});

/** The events sent to an endpoint, newest first, page by page. */
export function sendsQuery(id: string, status: WebhookSend['status'] | undefined) {
  return infiniteQueryOptions({
    queryKey: [...webhooksKey, 'sends', id, status ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.sends,
        { params: { id }, query: { ...(status && { status }), ...(pageParam && { before: pageParam }) } },
        { signal, quiet: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextBefore,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
    staleTime: 0,
  });
}

/** One of them with all tries. */
export function sendQuery(id: string, sendId: string) {
  return queryOptions({
    queryKey: [...webhooksKey, 'send', id, sendId],
    queryFn: ({ signal }) => call(api.send, { params: { id, sendId } }, { signal, quiet: true }),
    // Refetched until the outcome is known.
    refetchInterval: ({ state: { data } }) => (data?.status === 'waiting' ? pollMs : false),
    staleTime: 0,
  });
}

const calls = {
  create: (body: InputOf<typeof api.create>['body'], idempotencyKey: string) =>
    call(api.create, { body }, { idempotencyKey }),
  update: (id: string, body: InputOf<typeof api.update>['body']) =>
    call(api.update, { params: { id }, body }),
  turn: (id: string, isOn: boolean) => call(api.turn, { params: { id }, body: { isOn } }),
  rotate: (id: string, idempotencyKey: string) => call(api.rotate, { params: { id } }, { idempotencyKey }),
  test: (id: string, idempotencyKey: string) => call(api.test, { params: { id } }, { idempotencyKey }),
  replayOne: (id: string, sendId: string, idempotencyKey: string) =>
    call(api.replayOne, { params: { id, sendId } }, { idempotencyKey }),
  replay: (id: string, body: InputOf<typeof api.replay>['body'], idempotencyKey: string) =>
    call(api.replay, { params: { id }, body }, { idempotencyKey }),
};

const removal = {
  remove: (id: string, idempotencyKey: string) => call(api.remove, { params: { id } }, { idempotencyKey }),
};

/** Refetches only the list, because a deleted webhook has no log. */
export const useWebhookRemoval = () => useChanges(removal, listKey);

/** Changes webhooks. */
export const useWebhookChanges = () => useChanges(calls, webhooksKey);
