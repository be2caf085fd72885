import sql from 'sql-template-tag';
import type { Queryable } from '../../../platform/db/database.ts';

/** How many gift cards a player bought, refunded ones included. */
export async function countPurchases(db: Queryable, playerId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) from purchases where player_id = ${playerId}`,
  );
  return count;
}

/** How many gift cards each of these players bought; refunded ones do not count, anyone who bought none is missing. */
export async function purchaseCounts(
  db: Queryable,
  playerIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.rows<{ playerId: string; count: number }>(sql`
    select player_id, count(*) from purchases
    where player_id = any(${playerIds}) and status <> 'refunded' group by player_id`);
  return new Map(rows.map(({ playerId, count }) => [playerId, count]));
}
