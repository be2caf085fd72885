// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { notificationsApi } from '../../../contract/notifications.ts';
import { mount } from '../../platform/http/route.ts';
import { publishLive } from '../../platform/live/publish.ts';
import * as store from './notification-store.ts';
import type { NotificationsDeps } from './notify-player.ts';

export function notificationsRoutes(app: FastifyInstance, { db }: NotificationsDeps): void {
  mount(
    app,
    notificationsApi.list,
    async ({ player, query: { before, limit } }) => {
      const rows = await store.listNotifications(db, player.id, { before, limit: limit + 1 });
      const page = rows.slice(0, limit);
      return {
        list: page.map(({ id, createdAt, ...said }) => ({
          _id: String(id),
          ...said,
          createdAt: createdAt.toISOString(),
        })),
        unread: await store.countUnread(db, player.id),
        nextBefore: rows.length > limit ? String(page.at(-1)?.id) : null,
      };
    },
    { isLong: true },
  );
  mount(app, notificationsApi.markRead, ({ player, body }) =>
    db.transaction(async (tx) => {
      const upTo = await store.markRead(tx, player.id, body.upTo);
      const unread = await store.countUnread(tx, player.id);
      if (upTo) await publishLive(tx, player.id, 'notificationsRead', { upTo, unread });
      return { unread };
    }),
  );
}
