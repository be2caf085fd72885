import type { FastifyInstance } from 'fastify';
import { notificationsApi } from '../../../contract/notifications.ts';
import { mount } from '../../platform/http/route.ts';
import type { NotificationsDeps } from './notify.ts';
import * as store from './store.ts';

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
  mount(app, notificationsApi.markRead, async ({ player, body }) => {
    await store.markRead(db, player.id, body.upTo);
    return { unread: await store.countUnread(db, player.id) };
  });
}
