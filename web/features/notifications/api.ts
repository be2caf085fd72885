// SPDX-License-Identifier: Apache-2.0

import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { notificationsApi } from '../../../contract/notifications.ts';
import { call } from '../../lib/api.ts';
import { markRead } from '../../lib/notification-list.ts';
import { keys, mayWait } from '../../lib/query.ts';

/** The player's notifications, newest first; contains the pages loaded so far. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: keys.notifications,
  queryFn: ({ pageParam, signal }) =>
    call(
      notificationsApi.list,
      { query: pageParam === undefined ? {} : { before: pageParam } },
      { signal, quiet: true },
    ),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextBefore }) => nextBefore,
});

/** Marks all notifications up to this one as read. Other tabs and devices are notified. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    ...mayWait,
    mutationFn: (upTo: string) => call(notificationsApi.markRead, { body: { upTo } }, { quiet: true }),
    onSuccess: ({ unread }, upTo) => markRead(queryClient, { upTo, unread }),
  });
}
