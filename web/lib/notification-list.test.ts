// SPDX-License-Identifier: Apache-2.0

import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { addNotification, markRead, type NotificationPages } from './notification-list.ts';
import { keys } from './query.ts';

const createdAt = '2026-05-01T12:00:00.000Z';
const said = (id: number) => ({
  _id: String(id),
  kind: 'event' as const,
  title: `Number ${id}`,
  body: '',
  link: '/events',
  createdAt,
});

function clientWith(ids: readonly number[], { readUpTo, unread }: { readUpTo: number; unread: number }) {
  const client = new QueryClient();
  const list = ids.map((id) => ({ ...said(id), isRead: id <= readUpTo }));
  const pages: NotificationPages = { pages: [{ list, unread, nextBefore: null }], pageParams: [undefined] };
  client.setQueryData(keys.notifications, pages);
  const shown = () => {
    const first = client.getQueryData<NotificationPages>(keys.notifications)?.pages[0];
    return { ids: first?.list.map(({ _id }) => Number(_id)), unread: first?.unread };
  };
  return { client, shown };
}

test('adds a new notification on top as unread', () => {
  const { client, shown } = clientWith([1], { readUpTo: 1, unread: 0 });
  addNotification(client, { ...said(2), unread: 1 });
  expect(shown()).toEqual({ ids: [2, 1], unread: 1 });
});

test('inserts a late notification at its place, and ignores its count', () => {
  const { client, shown } = clientWith([4, 1], { readUpTo: 1, unread: 3 });
  addNotification(client, { ...said(3), unread: 2 });
  addNotification(client, { ...said(2), unread: 1 });
  expect(shown()).toEqual({ ids: [4, 3, 2, 1], unread: 3 });
});

test('does not count a seen notification as unread again', () => {
  const { client, shown } = clientWith([2, 1], { readUpTo: 2, unread: 0 });
  addNotification(client, { ...said(2), unread: 1 });
  expect(shown()).toEqual({ ids: [2, 1], unread: 0 });
});

test('does not let an earlier reading undo a later one', () => {
  const { client, shown } = clientWith([3, 2, 1], { readUpTo: 0, unread: 3 });
  markRead(client, { upTo: '3', unread: 0 });
  markRead(client, { upTo: '1', unread: 2 });
  expect(shown()).toEqual({ ids: [3, 2, 1], unread: 0 });
});

test("uses the server's count when no shown notification was seen", () => {
  const { client, shown } = clientWith([9, 8], { readUpTo: 0, unread: 40 });
  addNotification(client, { ...said(10), unread: 41 });
  expect(shown()).toEqual({ ids: [10, 9, 8], unread: 41 });
});
