// SPDX-License-Identifier: Apache-2.0

import type { CoinPackage } from '../../../contract/coins.ts';
import { minPaymentCents } from '../../../contract/payment-amounts.ts';
import { formatAmount } from '../../lib/format.ts';

/** "4.50": dollars as in the package labels. */
function dollars(price: number): string {
  return price.toFixed(2);
}

/**
 * "500 – $ 5.00 (-10% = 4.50$)", as in section 2.10 of the product specification; without a discount the part in brackets is
 * left out.
 */
export function packageLabel({
  coins,
  originalPrice,
  discountPercentage,
  discountedPrice,
}: CoinPackage): string {
  const label = `${formatAmount(coins)} – $ ${dollars(originalPrice)}`;
  return discountPercentage > 0 ? `${label} (-${discountPercentage}% = ${dollars(discountedPrice)}$)` : label;
}

/** A package's value compared with the others; both are undefined for a free one. */
export interface PackageWorth {
  centsPerCoin: number | undefined;
  /** Percent more coins for the same money than the package with the most expensive coins; whole, rounded down. */
  bonusPercent: number | undefined;
}

/** Worked out from what is on sale, never stored: a new price of one package changes the bonus of all others. */
export function packageWorth(pack: CoinPackage, packages: readonly CoinPackage[]): PackageWorth {
  const cents = priceCents(pack);
  if (cents === 0) return { centsPerCoin: undefined, bonusPercent: undefined };
  const dearest = packages.reduce((worst, each) =>
    priceCents(each) * worst.coins > priceCents(worst) * each.coins ? each : worst,
  );
  const percent = Math.floor((pack.coins * priceCents(dearest) * 100) / (dearest.coins * cents));
  return { centsPerCoin: cents / pack.coins, bonusPercent: percent - 100 };
}

function priceCents({ discountedPrice }: CoinPackage): number {
  return Math.round(discountedPrice * 100);
}

/**
 * The smallest package that can be paid for and has at least `coins`; the largest if none does, since several may be bought.
 */
export function smallestSufficient(packages: readonly CoinPackage[], coins: number): CoinPackage | undefined {
  const payable = packages.filter((each) => priceCents(each) >= minPaymentCents);
  const bySize = payable.toSorted((one, other) => one.coins - other.coins);
  return bySize.find((each) => each.coins >= coins) ?? bySize.at(-1);
}

/** `?need=120` in the address: GC that are missing for something, or null. */
export function coinsNeeded(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
