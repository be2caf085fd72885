// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { Statement } from './rules.ts';

export type StatementRow = Statement & { statedAt: Date };

export function findStatement(db: Queryable, playerId: string): Promise<StatementRow | undefined> {
  return db.row(sql`
    select birth_date::text as birth_date, region, stated_at from play_statements where player_id = ${playerId}`);
}

/** @returns false if the player has already made a statement */
export async function insertStatement(
  tx: Tx,
  playerId: string,
  { birthDate, region }: Statement,
  at: Date,
): Promise<boolean> {
  const written = await tx.run(sql`
    insert into play_statements (player_id, birth_date, region, stated_at)
    values (${playerId}, ${birthDate}, ${region}, ${at}) on conflict (player_id) do nothing`);
  return written > 0;
}

export async function writeStatement(
  tx: Tx,
  playerId: string,
  { birthDate, region }: Statement,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    insert into play_statements (player_id, birth_date, region, stated_at)
    values (${playerId}, ${birthDate}, ${region}, ${at})
    on conflict (player_id) do update set birth_date = excluded.birth_date, region = excluded.region`);
}
