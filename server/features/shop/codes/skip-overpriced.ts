// SPDX-License-Identifier: Apache-2.0

import { formatAmount, formatUsd } from '../../../../contract/amounts.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { readPrices } from '../gift-cards/gift-card-store.ts';
import { findWorth, type WorthDeps } from '../gift-cards/measure-price.ts';
import { toCostGc } from '../rules.ts';
import type { DoubtfulLine } from './codes-csv.ts';
import type { Entry } from './find-implausible.ts';

/**
 * Skips codes that cost more than their card's price. Otherwise an administrator who sets a price alone could sell
 * codes below their cost. Locks the cards' prices until the transaction ends.
 * @param costCents the cost of codes whose line has none; undefined if unknown
 * @param worth what coins are worth; null where prices need no second administrator, so nothing is skipped
 */
export async function skipOverpriced(
  tx: Tx,
  entries: readonly Entry[],
  { costCents, worth }: { costCents: number | undefined; worth: WorthDeps | null },
): Promise<{ entries: Entry[]; tooDear: DoubtfulLine[] }> {
  const kept: Entry[] = [];
  const tooDear: DoubtfulLine[] = [];
  if (!worth) return { entries: [...entries], tooDear };
  const prices = await readPrices(tx, [...new Set(entries.map(({ giftCardId }) => giftCardId))]);
  const perCoin = await findWorth(tx, worth);
  for (const entry of entries) {
    const cost = entry.costCents ?? costCents ?? 0;
    const [costGc, price] = [toCostGc(cost, perCoin), prices.get(entry.giftCardId) ?? 0];
    if (costGc <= price) {
      kept.push(entry);
      continue;
    }
    const [worthGc, sellsFor] = [formatAmount(costGc), formatAmount(price)];
    const why = `it cost ${formatUsd(cost)}, worth ${worthGc} GC, but the card sells for ${sellsFor} GC. Raise the price of the card`;
    tooDear.push({ line: entry.line, why });
  }
  return { entries: kept, tooDear };
}
