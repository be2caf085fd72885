// SPDX-License-Identifier: Apache-2.0

import type { ApprovalMeasure } from '../../../approval-ports.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { cutPercent, findHighestPrice, type Price } from '../../../platform/db/price-changes.ts';
import type { CheapestCoins } from '../../../ports.ts';
import { findHighestCost } from '../code-cost-queries.ts';
import { toCostGc } from '../rules.ts';

/** The inputs for the value of coins. */
export interface WorthDeps {
  cheapestCoins: CheapestCoins;
  /** The assumed value of a coin while no package is on sale. */
  coinsPerDollar: number;
}

export interface PriceDeps extends WorthDeps {
  clock: { now(): Date };
}

/** The best rate at which coins are sold, to compare costs in money with prices in coins. */
export const findWorth = async (tx: Tx, { cheapestCoins, coinsPerDollar }: WorthDeps): Promise<Price> =>
  (await cheapestCoins(tx)) ?? { price: 100, per: Math.max(1, coinsPerDollar) };

/** A gift card's price, in the common form for comparing prices. */
export const toPrice = (gcCoin: number): Price => ({ price: gcCoin, per: 1 });

/**
 * The measures of a price cut to compare with the limits: the cut from the highest price within 30 days, and the gap to
 * the highest cost of a code in stock. Nothing if the price does not fall.
 */
export async function measurePrice(
  tx: Tx,
  { giftCardId, before, after }: { giftCardId: string; before: number; after: number },
  { clock, ...worthDeps }: PriceDeps,
): Promise<ApprovalMeasure[]> {
  if (after >= before) return [];
  const current = toPrice(before);
  const highest = (await findHighestPrice(tx, `gift-card:${giftCardId}`, current, clock.now())) ?? current;
  const costCents = await findHighestCost(tx, giftCardId);
  const costGc = costCents === null ? 0 : toCostGc(costCents, await findWorth(tx, worthDeps));
  return [
    { kind: 'priceCut', coins: cutPercent(highest, toPrice(after)) },
    { kind: 'belowCost', coins: Math.max(0, costGc - after) },
  ];
}
