// SPDX-License-Identifier: Apache-2.0

import type { ApprovalMeasure } from '../../../approval-ports.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { cutPercent, findHighestPrice, type Price } from '../../../platform/db/price-changes.ts';
import type { CheapestCoins } from '../../../ports.ts';
import { findHighestCost } from '../code-cost-queries.ts';
import { toCostGc } from '../rules.ts';

/** What coins are worth. */
export interface WorthDeps {
  cheapestCoins: CheapestCoins;
  /** What a coin is taken to be worth while no package is on sale. */
  coinsPerDollar: number;
}

export interface PriceDeps extends WorthDeps {
  clock: { now(): Date };
}

/** The most coins that can be had for money, by which costs in money are compared with prices in coins. */
export const findWorth = async (tx: Tx, { cheapestCoins, coinsPerDollar }: WorthDeps): Promise<Price> =>
  (await cheapestCoins(tx)) ?? { price: 100, per: Math.max(1, coinsPerDollar) };

/** A gift card's price, in the form in which all prices are compared. */
export const toPrice = (gcCoin: number): Price => ({ price: gcCoin, per: 1 });

/**
 * What is compared with the limits when a gift card gets cheaper: the cut, from its highest price within 30 days, and how
 * far it is below what the dearest code in stock cost. Nothing if it does not get cheaper.
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
