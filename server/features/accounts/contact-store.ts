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
