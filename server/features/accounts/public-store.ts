import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';

/** How other players see those of `playerIds` that have an account. */
export async function publicPlayers(
  db: Queryable,
  playerIds: readonly string[],
): Promise<Map<string, { name: string; avatar: string | null }>> {
  const rows = await db.rows<{ id: string; name: string; avatar: string | null }>(sql`
    select id, name, avatar_url as avatar from players
    where id = any (${[...playerIds]}::uuid[]) and deleted_at is null`);
  return new Map(rows.map(({ id, name, avatar }) => [id, { name, avatar }]));
}

/** The condition that a column of player ids, within another feature's query, is one of somebody who has an account. */
export function hasAccount(playerId: Sql): Sql {
  return sql`exists (select from players account where account.id = ${playerId} and account.deleted_at is null)`;
}

/** Those of `playerIds` that have an account. None of them is deleted before the transaction ends. */
export async function holdPlayers(tx: Tx, playerIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from players where id = any (${[...playerIds]}::uuid[]) and deleted_at is null
    order by id for key share`);
  return new Set(rows.map(({ id }) => id));
}

/** Whether an account is there and not suspended, which stays so until the transaction ends. */
export async function holdActivePlayer(tx: Tx, playerId: string): Promise<boolean> {
  const row = await tx.row(sql`
    select id from players
    where id = ${playerId} and deleted_at is null and suspended_at is null for share`);
  return row !== undefined;
}
