// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Tx } from '../platform/db/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { transferInParts } from './transfer-in-parts.ts';

/** Locks the player's wallets until the transaction ends. */
export async function lockWallets(tx: Tx, playerId: string): Promise<void> {
  await tx.run(
    sql`select from wallets where player_id = ${playerId} order by player_id, currency for update`,
  );
}

/**
 * Takes the remaining coins of a deleted account (docs/rules/deletion.md, 15). Debts stay on the books.
 * @param occasion part of the idempotency key
 * @returns coins taken
 */
export async function forfeitCoins(tx: Tx, playerId: string, occasion: string): Promise<number> {
  const wallet = await tx.row<{ balance: number }>(
    sql`select balance from wallets where player_id = ${playerId} and currency = 'GC' for update`,
  );
  const forfeited = Math.max(0, wallet?.balance ?? 0);
  // Coins may arrive between two runs for one occasion: the second run takes those, and must not count as a replay of
  // the first.
  const { newest } = await tx.one<{ newest: string | null }>(sql`
    select greatest(
      (select max(id) from transfers where credit_player_id = ${playerId}),
      (select max(id) from transfers where debit_player_id = ${playerId}))::text as newest`);
  // Winnings may exceed the maximum of one transfer.
  const moved = await transferInParts(tx, {
    currency: 'GC',
    amount: forfeited,
    from: { player: playerId },
    to: { house: 'adjustments' },
    type: 'admin_credit',
    reference: playerId,
    idempotencyKey: `account-deleted:${playerId}:${occasion}:${newest ?? 0}`,
    description: 'Account deleted',
  });
  if (isRefusal(moved)) throw new Error(`the coins of ${playerId} could not be forfeited: ${moved.refused}`);
  return forfeited;
}
