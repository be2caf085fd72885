import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { DataOf } from '../../contract/endpoint.ts';
import type { LiveEvents } from '../../contract/live.ts';
import type { notificationsApi } from '../../contract/notifications.ts';
import { keys } from './query.ts';
import { readAgain, readUnderwayAgain } from './read-again.ts';

type Page = DataOf<typeof notificationsApi.list>;
/** The list as it is kept: pages, newest first. How many are unread stands in the first one. */
export type NotificationPages = InfiniteData<Page, string | undefined>;

/** Puts a notification that just came on top of the list. */
export function addNotification(
  queryClient: QueryClient,
  { unread, ...said }: LiveEvents['notification'],
): void {
  changePages(queryClient, (first, others) => {
    const isKnown = first.list.some(({ _id }) => _id === said._id);
    const list = isKnown ? first.list : [{ ...said, isRead: false }, ...first.list];
    return [{ ...first, unread, list }, ...others];
  });
}

/** Everything up to one was seen, and so many are left. */
export function markRead(queryClient: QueryClient, { upTo, unread }: LiveEvents['notificationsRead']): void {
  const seen = (page: Page) => ({
    ...page,
    list: page.list.map((said) => (BigInt(said._id) <= BigInt(upTo) ? { ...said, isRead: true } : said)),
  });
  changePages(queryClient, (first, others) => [{ ...seen(first), unread }, ...others.map(seen)]);
}

function changePages(queryClient: QueryClient, changed: (first: Page, others: Page[]) => Page[]): void {
  const data = queryClient.getQueryData<NotificationPages>(keys.notifications);
  const [first, ...others] = data?.pages ?? [];
  if (!data || !first) {
    readAgain(queryClient, keys.notifications);
    return;
  }
  queryClient.setQueryData(keys.notifications, { ...data, pages: changed(first, others) });
  readUnderwayAgain(queryClient, keys.notifications);
}
