// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { outsideKinds, type QuietHours } from '../../../../contract/notification-settings.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { toQuietHours } from '../notification-choice-store.ts';

/** The parts of a notification that sending to devices needs. */
export interface NewMessage {
  id: string;
  playerId: string;
  kind: string;
}

/** Which of these go to devices: the player has a device, and has not turned off their kind. */
export async function findWanted(tx: Tx, messages: readonly NewMessage[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: number }>(sql`
    select n.id from unnest(${messages.map(({ id }) => id)}::bigint[],
      ${messages.map(({ playerId }) => playerId)}::uuid[], ${messages.map(({ kind }) => kind)}::text[])
      as n (id, player_id, kind)
    where n.kind = any (${[...outsideKinds]})
      and exists (select from push_subscriptions s where s.player_id = n.player_id)
      and not exists (
        select from notification_choices c where c.player_id = n.player_id and not n.kind = any (c.push_kinds))`);
  return new Set(rows.map(({ id }) => String(id)));
}

export interface Message {
  playerId: string;
  kind: string;
  title: string;
  body: string;
  link: string;
  isRead: boolean;
  quietHours: QuietHours | null;
}

/** A notification that is about to be sent; undefined if it is gone or no longer wanted, or if its player is suspended. */
export async function findMessage(db: Queryable, id: string): Promise<Message | undefined> {
  const row = await db.row<
    Omit<Message, 'quietHours'> & { quietFrom: string; quietUntil: string; timeZone: string }
  >(sql`
    select n.player_id, n.kind, n.title, n.body, n.link, n.id <= coalesce(m.read_up_to, 0) as is_read,
      c.quiet_from, c.quiet_until, c.time_zone
    from notifications n
    join player_states p on p.id = n.player_id and p.suspended_at is null and p.deleted_at is null
    left join notification_marks m on m.player_id = n.player_id
    left join notification_choices c on c.player_id = n.player_id
    where n.id = ${id} and (c.player_id is null or n.kind = any (c.push_kinds))`);
  if (!row) return undefined;
  const { quietFrom, quietUntil, timeZone, ...message } = row;
  return { ...message, quietHours: toQuietHours({ quietFrom, quietUntil, timeZone }) };
}

/** Ids of a player's unseen notifications since then. */
export async function listUnread(tx: Tx, playerId: string, since: Date): Promise<string[]> {
  const rows = await tx.rows<{ id: number }>(sql`
    select n.id from notifications n left join notification_marks m on m.player_id = n.player_id
    where n.player_id = ${playerId} and n.created_at >= ${since} and n.id > coalesce(m.read_up_to, 0)`);
  return rows.map(({ id }) => String(id));
}

export interface Device {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A player's devices that have not got a message yet, with a session that is still valid. */
export function listUnserved(
  db: Queryable,
  { notificationId, playerId, serverKey }: { notificationId: string; playerId: string; serverKey: string },
  now: Date,
): Promise<Device[]> {
  return db.rows(sql`
    select s.id, s.endpoint, s.p256dh, s.auth from push_subscriptions s
    join session_ends e on e.id = s.session_id and e.expires_at > ${now}
    where s.player_id = ${playerId} and s.server_key = ${serverKey} and not exists (
      select from push_deliveries d where d.notification_id = ${notificationId} and d.subscription_id = s.id)
    order by s.id`);
}

/** Records the outcome of a message, unless the notification or the device is gone by now. */
export async function endDelivery(
  db: Queryable,
  {
    notificationId,
    deviceId,
    outcome,
    at,
  }: { notificationId: string; deviceId: string; outcome: 'sent' | 'refused'; at: Date },
): Promise<void> {
  await db.run(sql`
    insert into push_deliveries (notification_id, subscription_id, outcome, ended_at)
    select n.id, s.id, ${outcome}, ${at} from notifications n, push_subscriptions s
    where n.id = ${notificationId} and s.id = ${deviceId}
    on conflict do nothing`);
}

/** Deletes a device that the push service no longer knows. */
export async function deleteGone(db: Queryable, deviceId: string): Promise<void> {
  await db.run(sql`delete from push_subscriptions where id = ${deviceId}`);
}
