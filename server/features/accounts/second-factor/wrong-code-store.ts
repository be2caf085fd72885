// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Tx } from '../../../platform/db/database.ts';

/** Counts one more wrong code in a row; returns the new count. */
export async function countWrongCode(tx: Tx, playerId: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    insert into wrong_codes as w (player_id, count) values (${playerId}, 1)
    on conflict (player_id) do update set count = w.count + 1
    returning count`);
  return count;
}

/** Locks codes until this time, and restarts the count. */
export async function lockCodes(tx: Tx, playerId: string, lockedUntil: Date): Promise<void> {
  await tx.run(
    sql`update wrong_codes set count = 0, locked_until = ${lockedUntil} where player_id = ${playerId}`,
  );
}

export async function forgetWrongCodes(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`delete from wrong_codes where player_id = ${playerId}`);
}
