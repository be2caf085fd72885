import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/db/database.ts';

/** Name and address of a player; undefined once the account is deleted. */
export function contactOf(
  db: Queryable,
  playerId: string,
): Promise<{ name: string; email: string } | undefined> {
  return db.row<{ name: string; email: string }>(
    sql`select name, email from players where id = ${playerId} and deleted_at is null and email <> ''`,
  );
}

/** Names and addresses of these players; without those whose account is deleted. */
export async function contactsOf(
  db: Queryable,
  playerIds: readonly string[],
): Promise<Map<string, { name: string; email: string }>> {
  const rows = await db.rows<{ id: string; name: string; email: string }>(
    sql`select id, name, email from players where id = any (${playerIds}::uuid[]) and deleted_at is null`,
  );
  return new Map(rows.map(({ id, ...contact }) => [id, contact]));
}
