// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { maxUnread, type NotificationKind } from '../../../contract/notifications.ts';
import { countUpTo } from '../../platform/db/count-found.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts';

export interface NewNotification {
  playerId: string;
  kind: NotificationKind;
  cause: string;
  title: string;
  body: string;
  link: string;
}

/** @returns undefined if the player was notified of it before */
export async function insertNotification(
  tx: Tx,
  said: NewNotification,
  at: Date,
): Promise<string | undefined> {
  const row = await tx.row<{ id: number }>(sql`
    insert into notifications (player_id, kind, cause, title, body, link, created_at)
    values (${said.playerId}, ${said.kind}, ${said.cause}, ${said.title}, ${said.body}, ${said.link}, ${at})
    on conflict on constraint notifications_once do nothing returning id`);
  return row && String(row.id);
}

/** The same for many. @returns those that are new, ordered by player */
export function insertNotifications(
  tx: Tx,
  said: readonly NewNotification[],
  at: Date,
): Promise<{ id: number; playerId: string; cause: string }[]> {
  const getColumn = (name: keyof NewNotification) => said.map((notification) => notification[name]);
  return tx.rows(sql`
    insert into notifications (player_id, kind, cause, title, body, link, created_at)
    select n.*, ${at} from unnest(${getColumn('playerId')}::uuid[], ${getColumn('kind')}::text[],
      ${getColumn('cause')}::text[], ${getColumn('title')}::text[], ${getColumn('body')}::text[],
      ${getColumn('link')}::text[]) as n (player_id, kind, cause, title, body, link)
    order by n.player_id, n.cause
    on conflict on constraint notifications_once do nothing returning id, player_id, cause`);
}

/** How many notifications each of these players has not seen yet. */
export async function countUnreadOfEach(
  db: Queryable,
  playerIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.rows<{ playerId: string; count: number }>(sql`
    select p.player_id, (
      select count(*) from (
        select from notifications n
        where n.player_id = p.player_id and n.id > coalesce(m.read_up_to, 0) limit ${maxUnread}) unread) as count
    from unnest(${[...playerIds]}::uuid[]) p (player_id)
    left join notification_marks m on m.player_id = p.player_id`);
  return new Map(rows.map(({ playerId, count }) => [playerId, count]));
}

export interface NotificationRow extends Omit<NewNotification, 'playerId' | 'cause'> {
  id: number;
  createdAt: Date;
  isRead: boolean;
}

const readUpTo = (playerId: string) =>
  sql`coalesce((select read_up_to from notification_marks where player_id = ${playerId}), 0)`;

/** Newest first. */
export function listNotifications(
  db: Queryable,
  playerId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<NotificationRow[]> {
  return db.rows<NotificationRow>(sql`
    select id, kind, title, body, link, created_at, id <= ${readUpTo(playerId)} as is_read
    from notifications
    where player_id = ${playerId} and id < coalesce(${before ?? null}::bigint, 9223372036854775807)
    order by id desc limit ${limit}`);
}

export function countUnread(db: Queryable, playerId: string): Promise<number> {
  return countUpTo(
    db,
    sql`from notifications where player_id = ${playerId} and id > ${readUpTo(playerId)}`,
    maxUnread,
  );
}

/** @returns how far the player has read now; undefined if they had already read that far */
export async function markRead(tx: Tx, playerId: string, upTo: string): Promise<string | undefined> {
  const row = await tx.row<{ readUpTo: number }>(sql`
    insert into notification_marks as m (player_id, read_up_to)
    values (${playerId}, least(${upTo}::bigint,
      coalesce((select max(id) from notifications where player_id = ${playerId}), 0)))
    on conflict (player_id) do update set read_up_to = excluded.read_up_to
      where excluded.read_up_to > m.read_up_to
    returning read_up_to`);
  return row && String(row.readUpTo);
}

export async function deleteOlder(db: Queryable, before: Date): Promise<void> {
  await deleteInBatches(db, sql`notifications`, sql`created_at < ${before}`);
}
