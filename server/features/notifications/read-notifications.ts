// SPDX-License-Identifier: Apache-2.0

import type { Notification } from '../../../contract/notifications.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { publishLive } from '../../platform/live/publish.ts';
import { toPage } from '../../platform/to-page.ts';
import * as store from './notification-store.ts';

type Listed = Awaited<ReturnType<typeof store.listNotifications>>[number];

export function viewNotification({ id, createdAt, ...said }: Listed): Notification {
  return { ...said, _id: String(id), createdAt: createdAt.toISOString() };
}

/** A page of a player's notifications, newest first, and how many are unread in total. */
export async function readNotifications(
  playerId: string,
  { before, limit }: { before?: string | undefined; limit: number },
  db: Queryable,
) {
  const rows = await store.listNotifications(db, playerId, { before, limit: limit + 1 });
  return { ...toPage(rows.map(viewNotification), limit), unread: await store.countUnread(db, playerId) };
}

/** Marks everything up to a notification as read, and shows that on the player's other open pages. */
export function markRead(playerId: string, to: string, db: Database): Promise<{ unread: number }> {
  return db.transaction(async (tx) => {
    const upTo = await store.markRead(tx, playerId, to);
    const unread = await store.countUnread(tx, playerId);
    if (upTo) await publishLive(tx, playerId, 'notificationsRead', { upTo, unread });
    return { unread };
  });
}
