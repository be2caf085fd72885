// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { maxCoins } from '../../contract/endpoint.ts';
import type { Tx } from '../platform/db/database.ts';
import { isRefusal } from '../platform/refusal.ts';
import { transfer } from './transfer.ts';

/** Locks the player's wallets until the transaction ends. */
export async function lockWallets(tx: Tx, playerId: string): Promise<void> {
  await tx.run(
    sql`select from wallets where player_id = ${playerId} order by player_id, currency for update`,
  );
}

/**
 * Takes the remaining coins of a deleted account (docs/rules.md, Deleting an account). Debts stay on the books.
 * @param occasion part of the idempotency key, so that each occasion takes once
 * @returns coins taken
 */
export async function forfeitCoins(tx: Tx, playerId: string, occasion: string): Promise<number> {
  const wallet = await tx.row<{ balance: number }>(
    sql`select balance from wallets where player_id = ${playerId} and currency = 'GC' for update`,
  );
  const forfeited = Math.max(0, wallet?.balance ?? 0);
  // Winnings may come to more than one transfer may move.
  for (let left = forfeited, part = 1; left > 0; left -= maxCoins, part++) {
    const moved = await transfer(tx, {
      currency: 'GC',
      amount: Math.min(left, maxCoins),
      from: { player: playerId },
      to: { house: 'adjustments' },
      type: 'admin_credit',
      reference: playerId,
      idempotencyKey: `account-deleted:${playerId}:${occasion}${part === 1 ? '' : `:${part}`}`,
      description: 'Account deleted',
    });
    if (isRefusal(moved))
      throw new Error(`the coins of ${playerId} could not be forfeited: ${moved.refused}`);
  }
  return forfeited;
}
