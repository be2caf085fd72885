// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { notificationsApi } from '../../../contract/notifications.ts';
import { mount } from '../../platform/http/route.ts';
import type { NotificationsDeps } from './notify-player.ts';
import { markRead, readNotifications } from './read-notifications.ts';

export function notificationsRoutes(app: FastifyInstance, { db }: NotificationsDeps): void {
  mount(app, notificationsApi.list, ({ player, query }) => readNotifications(player.id, query, db), {
    isLong: true,
  });
  mount(app, notificationsApi.markRead, ({ player, body }) => markRead(player.id, body.upTo, db));
}
