// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Currency } from '../../contract/wallet.ts';
import type { Tx } from '../platform/db/database.ts';

/**
 * Sends the balances after a movement to the player's open pages, once the transaction commits. Call it last in the
 * transaction (only the audit log entry may follow): live events hold a lock per player.
 * @param delta signed amount of `currency` that moved
 */
export async function announceBalance(
  tx: Tx,
  playerId: string,
  { delta, currency, description }: { delta: number; currency: Currency; description: string },
): Promise<void> {
  await tx.run(sql`select announce_balance(${playerId}, ${delta}, ${currency}, ${description})`);
}

/**
 * The same for a batch of players, once each: one round trip. It holds a lock per player, so the caller must bound the
 * batch.
 */
export async function announceBalances(
  tx: Tx,
  changes: readonly { playerId: string; delta: number }[],
  { currency, description }: { currency: Currency; description: string },
): Promise<void> {
  if (changes.length === 0) return;
  await tx.run(sql`
    select announce_balances(${changes.map(({ playerId }) => playerId)}::uuid[],
      ${changes.map(({ delta }) => delta)}::bigint[], ${currency}, ${description})`);
}
