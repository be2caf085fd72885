// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/database.ts';

/** Serializes everything that affects a player's play, so that limits are exact and no entry slips past a pause. */
export async function lockPlay(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock_shared(7436), pg_advisory_xact_lock(7435, hashtext(${playerId}))`);
}

/**
 * The same for all players at once, for changes that affect each of them. Waits for the holders of single players'
 * locks.
 */
export async function lockPlayOfAll(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7436)`);
}
