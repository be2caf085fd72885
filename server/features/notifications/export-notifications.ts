// SPDX-License-Identifier: Apache-2.0

import type { PlayerExport } from '../../../contract/player-export.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { listNotifications } from './notification-store.ts';
import { viewNotification } from './read-notifications.ts';

const notificationsPerPage = 500;

/** A player's notifications, newest first. */
export async function* exportNotifications(
  db: Queryable,
  playerId: string,
): AsyncGenerator<PlayerExport['notifications'][number]> {
  let before: string | undefined;
  do {
    const page = await listNotifications(db, playerId, { before, limit: notificationsPerPage });
    yield* page.map(viewNotification);
    before = page.length === notificationsPerPage ? String(page.at(-1)?.id) : undefined;
  } while (before);
}
