// SPDX-License-Identifier: Apache-2.0

import type { Trigger } from '../../../contract/triggers.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { listPaying } from './event-store.ts';
import { getReward } from './rules.ts';

/** Coins that running promotions pay automatically for one `trigger` at `now`; 0 if none do. */
export async function sumPromisedCoins(db: Queryable, trigger: Trigger, now: Date): Promise<number> {
  const promotions = await listPaying(db, trigger, now);
  return promotions
    .map((promotion) => ({ ...promotion, amount: getReward(promotion) }))
    .filter(({ amount, budget, budgetSpent }) => budget === null || budgetSpent + amount <= budget)
    .reduce((sum, { amount }) => sum + amount, 0);
}
