// SPDX-License-Identifier: Apache-2.0

import type { Tx } from '../../platform/db/database.ts';
import { hasPackages, insertPackage } from './packages/coin-package-store.ts';

/** [coins, price in cents before the discount, discount in percent, on sale] */
type Offer = readonly [
  coins: number,
  originalPriceCents: number,
  discountPercentage: number,
  isActive: boolean,
];

const demo: readonly Offer[] = [
  [100, 100, 0, true],
  [500, 500, 5, true],
  [1_000, 1_000, 10, true],
  [2_500, 2_500, 12.5, false],
  [10_000, 10_000, 20, true],
];

/** The demo's coin packages, four on sale and one not, for a database without any. */
export async function seedPackages(tx: Tx): Promise<void> {
  if (await hasPackages(tx)) return;
  for (const [coins, originalPriceCents, discountPercentage, isActive] of demo) {
    await insertPackage(tx, {
      title: `GC_${coins}`,
      coins,
      originalPriceCents,
      discountPercentage,
      isActive,
    });
  }
}
