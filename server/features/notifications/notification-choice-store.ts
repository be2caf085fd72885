// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import {
  type NotificationChoices,
  type OutsideKind,
  outsideKinds,
  type QuietHours,
} from '../../../contract/notification-settings.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';

interface ChoicesRow {
  pushKinds: OutsideKind[];
  mailKinds: OutsideKind[];
  quietFrom: string | null;
  quietUntil: string | null;
  timeZone: string | null;
}

/** For players without choices. */
const defaults: NotificationChoices = { push: [...outsideKinds], mail: [], quietHours: null };

export function toQuietHours({
  quietFrom: from,
  quietUntil: until,
  timeZone,
}: Pick<ChoicesRow, 'quietFrom' | 'quietUntil' | 'timeZone'>): QuietHours | null {
  return from !== null && until !== null && timeZone !== null ? { from, until, timeZone } : null;
}

/** Undefined if the player made no choices. */
export async function findChoices(db: Queryable, playerId: string): Promise<NotificationChoices | undefined> {
  const row = await db.row<ChoicesRow>(sql`
    select push_kinds, mail_kinds, quiet_from, quiet_until, time_zone
    from notification_choices where player_id = ${playerId}`);
  return row && { push: row.pushKinds, mail: row.mailKinds, quietHours: toQuietHours(row) };
}

export async function getChoices(db: Queryable, playerId: string): Promise<NotificationChoices> {
  return (await findChoices(db, playerId)) ?? defaults;
}

export async function saveChoices(
  tx: Tx,
  playerId: string,
  { push, mail, quietHours }: NotificationChoices,
): Promise<void> {
  const { from = null, until = null, timeZone = null } = quietHours ?? {};
  await tx.run(sql`
    insert into notification_choices (player_id, push_kinds, mail_kinds, quiet_from, quiet_until, time_zone)
    values (${playerId}, ${push}, ${mail}, ${from}, ${until}, ${timeZone})
    on conflict (player_id) do update set push_kinds = excluded.push_kinds, mail_kinds = excluded.mail_kinds,
      quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, time_zone = excluded.time_zone`);
}

/** Turns off the daily mail. */
export async function stopMail(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`update notification_choices set mail_kinds = '{}' where player_id = ${playerId}`);
}
