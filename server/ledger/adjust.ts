// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Tx } from '../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../platform/refusal.ts';
import { transferInParts } from './transfer-in-parts.ts';

export interface Adjustment {
  playerId: string;
  /** The new balance, in Gamer Coins. */
  coins: number;
  /** The balance the administrator saw; undefined if not sent. */
  coinsLoaded: number | undefined;
  idempotencyKey: string;
}

/** The player's coins, locked until the transaction ends. */
export async function lockCoins(tx: Tx, playerId: string): Promise<number> {
  const { coins } = await tx.one<{ coins: number }>(sql`select lock_coins(${playerId}) as coins`);
  return coins;
}

/** Refuses `coins_changed` if the balance differs from the one that the administrator saw, and `coins_below_zero`. */
export function checkAdjustment(
  balance: number,
  { coins, coinsLoaded }: Pick<Adjustment, 'coins' | 'coinsLoaded'>,
): Refusal | undefined {
  if (coinsLoaded !== undefined && coinsLoaded !== balance) return refuse('coins_changed', { balance });
  return coins < 0 ? refuse('coins_below_zero') : undefined;
}

/**
 * Sets a player's balance by transfers from or to the house (docs/rules/users.md, 6). The caller holds the wallet lock;
 * `balance` is the result of `lockCoins` and differs from `coins`. Refuses like `checkAdjustment`, and
 * `idempotency_key_reused`.
 */
export async function adjustCoins(
  tx: Tx,
  balance: number,
  { playerId, coins, coinsLoaded, idempotencyKey }: Adjustment,
): Promise<Refusal | undefined> {
  const refusal = checkAdjustment(balance, { coins, coinsLoaded });
  if (refusal) return refusal;
  const house = { house: 'adjustments' } as const;
  const isCredit = coins > balance;
  const moved = await transferInParts(tx, {
    currency: 'GC',
    amount: Math.abs(coins - balance),
    from: isCredit ? house : { player: playerId },
    to: isCredit ? { player: playerId } : house,
    type: 'admin_credit',
    reference: playerId,
    idempotencyKey,
    description: 'Adjustment by an administrator',
  });
  if (isRefusal(moved)) return moved;
  // A replay whose stored answer has expired: nothing moved, so it must not be reported as done.
  return moved.isReplay ? refuse('idempotency_key_reused') : undefined;
}
