import type { Currency } from '../../contract/wallet.ts';
import type { Tx } from '../platform/db/database.ts';
import { publishLive } from '../platform/live/publish.ts';
import { balances } from './balances.ts';

/**
 * Tells the player's open pages the balances after a movement, once the transaction commits. Call it last in the
 * transaction: live events hold a lock per player.
 * @param delta signed amount of `currency` that moved
 */
export async function announceBalance(
  tx: Tx,
  playerId: string,
  movement: { delta: number; currency: Currency; description: string },
): Promise<void> {
  await publishLive(tx, playerId, 'balance', { ...(await balances(tx, playerId)), ...movement });
}
