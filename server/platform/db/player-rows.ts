// SPDX-License-Identifier: Apache-2.0

import sql, { join, raw } from 'sql-template-tag';
import type { Queryable, Tx } from './database.ts';

/** Deletes a player's rows of a table. */
export async function deletePlayerRows(
  tx: Tx,
  table: string,
  { player, playerId }: { player: string; playerId: string },
): Promise<void> {
  await tx.run(sql`delete from ${raw(table)} where ${raw(player)} = ${playerId}`);
}

/** A player's rows of a table, for the export: only `columns`, times as ISO text. */
export async function* readPlayerRows(
  db: Queryable,
  table: string,
  { player, playerId, columns }: { player: string; playerId: string; columns: readonly string[] },
): AsyncGenerator<object> {
  const shown = join(columns.map((column) => raw(column)));
  const rows = await db.rows<object>(sql`
    select ${shown} from ${raw(table)} where ${raw(player)} = ${playerId} order by ${shown}`);
  for (const row of rows) yield JSON.parse(JSON.stringify(row));
}
