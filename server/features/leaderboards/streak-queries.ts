// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/db/database.ts';

/** A position in a walk through a day's attempts. */
export interface Place {
  playedAt: string;
  attemptId: string;
}

interface Played extends Place {
  playerId: string;
}

/** The attempts from `from` to before `until` (one day) after a position, oldest first. */
export function listPlayed(
  db: Queryable,
  { from, until, after, limit }: { from: Date; until: Date; after: Place | null; limit: number },
): Promise<Played[]> {
  // Times as text, to keep the microseconds.
  return db.rows<Played>(sql`
    select attempt_id, player_id, played_at::text as played_at from played_xp
    where played_at >= ${from} and played_at < ${until} and taken_back_at is null
      and (${after?.playedAt ?? null}::timestamptz is null
        or (played_at, attempt_id) > (${after?.playedAt ?? null}::timestamptz, ${after?.attemptId ?? null}::uuid))
    order by played_at, attempt_id limit ${limit}`);
}

/** The players among these who have not played today, with the length in days of their streak so far. */
export function listOpenStreaks(
  db: Queryable,
  playerIds: readonly string[],
  today: Date,
): Promise<{ playerId: string; days: number }[]> {
  return db.rows(sql`
    select player_id, count(*) as days
    from (
      select player_id, (day + row_number() over (partition by player_id order by day desc)::int) as last_day
      from (
        select distinct player_id, (played_at at time zone 'UTC')::date as day from played_xp p
        where player_id = any (${[...playerIds]}::uuid[]) and taken_back_at is null and played_at < ${today}
          and not exists (
            select from played_xp now
            where now.player_id = p.player_id and now.taken_back_at is null and now.played_at >= ${today})
      ) days
    ) numbered
    where last_day = (${today}::timestamptz at time zone 'UTC')::date
    group by player_id order by player_id`);
}
