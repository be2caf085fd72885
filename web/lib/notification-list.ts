// SPDX-License-Identifier: Apache-2.0

import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { DataOf } from '../../contract/endpoint.ts';
import type { LiveEvents } from '../../contract/live.ts';
import type { notificationsApi } from '../../contract/notifications.ts';
import { keys } from './query.ts';
import { readAgain, readUnderwayAgain } from './read-again.ts';

type Page = DataOf<typeof notificationsApi.list>;
/** The cached list: pages, newest first. The first page has the number of unread notifications. */
export type NotificationPages = InfiniteData<Page, string | undefined>;

/** Inserts a new notification at its place. The server numbers them, and one may arrive late or twice. */
export function addNotification(
  queryClient: QueryClient,
  { unread, ...said }: LiveEvents['notification'],
): void {
  changePages(queryClient, (first, others) => {
    if (first.list.some(({ _id }) => _id === said._id)) return [first, ...others];
    const isNewer = ({ _id }: { _id: string }) => BigInt(_id) > BigInt(said._id);
    const list = [
      ...first.list.filter(isNewer),
      { ...said, isRead: first.list.some((other) => other.isRead && isNewer(other)) },
      ...first.list.filter((other) => !isNewer(other)),
    ];
    return [{ ...first, unread, list }, ...others];
  });
}

/** Marks everything up to `upTo` as read; `unread` is the number left. */
export function markRead(queryClient: QueryClient, { upTo, unread }: LiveEvents['notificationsRead']): void {
  const seen = (page: Page) => ({
    ...page,
    list: page.list.map((said) => (BigInt(said._id) <= BigInt(upTo) ? { ...said, isRead: true } : said)),
  });
  changePages(queryClient, (first, others) => [{ ...seen(first), unread }, ...others.map(seen)]);
}

/** Unread notifications are newer than all read ones, so they can be counted once the list contains a read one. */
function countUnread(pages: readonly Page[], told: number): number {
  const list = pages.flatMap((page) => page.list);
  return list.some(({ isRead }) => isRead) ? list.filter(({ isRead }) => !isRead).length : told;
}

function changePages(
  queryClient: QueryClient,
  change: (first: Page, others: Page[]) => [Page, ...Page[]],
): void {
  const data = queryClient.getQueryData<NotificationPages>(keys.notifications);
  const [first, ...others] = data?.pages ?? [];
  if (!data || !first) {
    readAgain(queryClient, keys.notifications);
    return;
  }
  const [changedFirst, ...changedOthers] = change(first, others);
  const unread = countUnread([changedFirst, ...changedOthers], changedFirst.unread);
  queryClient.setQueryData(keys.notifications, {
    ...data,
    pages: [{ ...changedFirst, unread }, ...changedOthers],
  });
  readUnderwayAgain(queryClient, keys.notifications);
}
