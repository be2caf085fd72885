// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { countedOfUser } from '../../../../contract/users-admin.ts';
import { countUpTo } from '../../../platform/db/count-found.ts';
import type { Queryable } from '../../../platform/db/database.ts';

/** How many gift cards a player bought, refunded ones included; counted up to `countedOfUser`. */
export function countPurchases(db: Queryable, playerId: string): Promise<number> {
  return countUpTo(db, sql`from purchases where player_id = ${playerId}`, countedOfUser);
}

/** How many gift cards each of these players bought, not counting refunded ones; counted up to `countedOfUser`. */
export async function countPurchasesByPlayer(
  db: Queryable,
  playerIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.rows<{ playerId: string; count: number }>(sql`
    select asked.player_id, bought.count from unnest(${[...playerIds]}::uuid[]) asked (player_id)
    cross join lateral (
      select count(*) from (
        select from purchases p where p.player_id = asked.player_id and p.status <> 'refunded'
        limit ${countedOfUser}) counted) bought`);
  return new Map(rows.map(({ playerId, count }) => [playerId, count]));
}
