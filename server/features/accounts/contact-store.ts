import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/db/database.ts';

/**
 * Name and address for mail to a player; undefined where the address is not verified, or the account is deleted. Nobody
 * gets mail because somebody else typed their address.
 */
export function contactOf(
  db: Queryable,
  playerId: string,
): Promise<{ name: string; email: string } | undefined> {
  return db.row<{ name: string; email: string }>(
    sql`select name, email from players where id = ${playerId} and deleted_at is null and is_verified and email <> ''`,
  );
}

/** Whether somebody vouches for the address of a player: a provider, or an administrator. */
export async function isVerified(db: Queryable, playerId: string): Promise<boolean> {
  return (await db.row(sql`select from players where id = ${playerId} and is_verified`)) !== undefined;
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
