// SPDX-License-Identifier: Apache-2.0

import type { TakeCoins } from '../../../approval-ports.ts';
import type { Tx } from '../../../platform/db/database.ts';

/**
 * Takes an event's automatic payment from the day's limit; false if the day has no room for it. XP and payments that
 * two administrators approved count against no limit.
 */
export async function spendDailyLimit(
  tx: Tx,
  { currency, isApproved }: { currency: 'GC' | 'XP'; isApproved: boolean },
  coins: number | (() => Promise<number>),
  { takeCoins }: { takeCoins: TakeCoins },
): Promise<boolean> {
  return isApproved || currency !== 'GC' || takeCoins(tx, 'rewards', coins);
}
