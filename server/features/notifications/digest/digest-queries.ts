// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../../../platform/db/database.ts';

/** Players with the daily mail turned on, ordered by id. */
export async function listReaders(db: Queryable, after: string | null, limit: number): Promise<string[]> {
  const rows = await db.rows<{ playerId: string }>(sql`
    select player_id from notification_choices
    where mail_kinds <> '{}' and (${after}::uuid is null or player_id > ${after}::uuid)
    order by player_id limit ${limit}`);
  return rows.map(({ playerId }) => playerId);
}

export interface News {
  id: number;
  title: string;
  body: string;
}

/**
 * A player's news since `since` and since their last mail, newest first; empty for players who are suspended or had a
 * mail after `lastMailBy`.
 */
export function listNews(
  db: Queryable,
  { playerId, since, lastMailBy, limit }: { playerId: string; since: Date; lastMailBy: Date; limit: number },
): Promise<News[]> {
  return db.rows<News>(sql`
    select n.id, n.title, n.body
    from notification_choices c
    join player_states p on p.id = c.player_id and p.suspended_at is null and p.deleted_at is null
    join notifications n on n.player_id = c.player_id
    left join notification_marks m on m.player_id = c.player_id
    where c.player_id = ${playerId} and (c.mailed_at is null or c.mailed_at <= ${lastMailBy})
      and n.kind = any (c.mail_kinds) and n.created_at > ${since}
      and n.id > greatest(c.mailed_up_to, coalesce(m.read_up_to, 0))
    order by n.id desc limit ${limit}`);
}

export async function noteMailed(db: Queryable, playerId: string, upTo: number, at: Date): Promise<void> {
  await db.run(sql`
    update notification_choices set mailed_up_to = greatest(mailed_up_to, ${upTo}), mailed_at = ${at}
    where player_id = ${playerId}`);
}
