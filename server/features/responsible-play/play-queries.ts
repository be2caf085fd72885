// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/database.ts';

/** What bears on one player's playing happens one after the other: limits are counted exactly, and no entry passes a pause. */
export async function lockPlay(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7435, hashtext(${playerId}))`);
}

export async function forgetPlay(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`delete from play_statements where player_id = ${playerId}`);
  await tx.run(sql`delete from spending_limits where player_id = ${playerId}`);
  await tx.run(sql`delete from play_pauses where player_id = ${playerId}`);
  await tx.run(sql`delete from terms_acceptances where player_id = ${playerId}`);
}
